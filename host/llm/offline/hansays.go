package offline

import "github.com/margay/margay/host/lazyregexp"

// hanSays are the texts of the planner in Chinese, by the English ones, and the
// words that it puts into them, such as the names of roles. A test holds that no
// text is missing.
func hanSays() tongue {
	return tongue{
		abilities: "我是离线模型，按固定规则工作：可以填写、选择、勾选、点击、打开网址、读取和查找文字、列出、打开和关闭标签页、滚动、等待、按键和截图。" +
			"其他任务请连接语言模型：在浏览器中打开 Margay 的选项页，点击“添加模型”；在终端中设置 OPENAI_API_KEY 之类的密钥，并用 MARGAY_MODEL 或 --model 指定模型，例如 openai:gpt-5-mini。",
		diverged:        "我是离线模型；这次任务由我的另一个版本开始，我无法确定还剩哪些步骤。上面的步骤显示了已经做过的事。请看一下页面，把还没做的作为新消息发给我。",
		"What I did:":   "我做了：",
		"Not done: %s.": "未做：%s（没有执行）。",
		"I did not press “%s”, because what stands before it is not as asked.": "没有点击“%s”，因为前面的内容没有按要求完成。",
		"(offline model)":             "（离线模型）",
		"Left alone, as asked: “%s”.": "按要求没有动：“%s”。",
		"“%s” was left alone, because you said “%s”. If you do want it, ask for it in a message of its own.":       "没有动“%s”，因为你说了“%s”。如果确实要做，请单独发一条消息说明。",
		"The page waits for an answer to its dialog: say “accept the dialog” or “dismiss the dialog”.":             "页面的对话框在等待回答：请说“接受对话框”或“取消对话框”。",
		"the page shows a dialog, “%s”, and waits for an answer. Say “accept the dialog” or “dismiss the dialog”.": "页面弹出了对话框“%s”，在等待回答。请说“接受对话框”或“取消对话框”。",
		"I found nothing in this message that I can do.":                                                           "这条消息里没有我能做的事。",
		"I do not understand “%s”.":                                       "我不明白“%s”。",
		"“%s” depends on a condition, and I do not judge conditions.":     "“%s”取决于条件，而我不判断条件。",
		"“%s” is more than I can do: I follow fixed rules and do not %s.": "“%s”超出了我的能力：我按固定规则工作，不会%s。",
		"I went no further, because “%s” was not found.":                  "我没有继续，因为没有找到“%s”。",
		"I could not read the page: %s.":                                  "无法读取页面：%s。",
		"the tool %s that this needs is not offered in this run.":         "这次任务没有提供所需的工具 %s。",

		"Passed over as a remark: “%s”.": "已跳过，看作说明：“%s”。",

		"Setting %s.": "正在设置%s。", "Pressing “%s”.": "正在点击“%s”。", "Opening %s.": "正在打开 %s。",
		"“%s” already was as asked: %s.": "“%s”已经符合要求：%s。", "%s “%s”: %s.": "%s“%s”：%s。", "%s “%s”%s.": "%s“%s”%s。",
		"“%s” could not be set: %s.": "无法设置“%s”：%s。", "Set “%s”; the result says: %s.": "已设置“%s”；结果显示：%s。",
		"“%s” was set, but it could not be read back.": "“%s”已设置，但无法读回核对。", "“%s” did not change: it is %s.": "“%s”没有变化：它现在%s。",
		"“%s” was given “%s”, but %s.": "向“%s”填入了“%s”，但%s。", "“%s” is no longer on the page.": "“%s”已不在页面上。",
		"it is chosen": "现在是选中状态", "it is not chosen": "现在未选中", "it is ticked": "现在已勾选", "it is not ticked": "现在未勾选",
		"it is empty": "现在为空", "it holds %d hidden characters": "现在有 %d 个隐藏的字符", "it holds “%s”": "现在是“%s”",
		"it was taken, and the page has emptied the field since": "内容已被接收，之后页面清空了该字段", "it took “%s”, and the page has put back “%s” since": "已接收“%s”，之后页面恢复为“%s”",
		"it took “%s”, and the page has emptied the field since": "已接收“%s”，之后页面清空了该字段",
		"%s “%s”, and the page has taken it away since.":         "%s“%s”，之后页面把它移除了。", "%s “%s”, and the page has emptied the field since.": "%s“%s”，之后页面清空了该字段。",
		"Ticked": "已勾选", "Unticked": "已取消勾选", "Chose": "已选择", "Set": "已设置", "Cleared": "已清空", "Filled": "已填写",
		"ticked": "已勾选", "not ticked": "未勾选", " for “%s”": "（属于“%s”）", "“%s” now says “%s”.": "“%s”现在显示“%s”。",

		"No dialog was there to answer: “%s”.": "没有出现对话框，所以没有执行“%s”。",
		"no screenshot could be taken: %s.":    "无法截图：%s。", "Took a screenshot of the whole page.": "已截取整个页面的图。", "Took a screenshot of what is in view.": "已截取当前可见部分的图。",
		"“%s” is not on the page, so I did not scroll to it.": "页面上没有“%s”，所以没有滚动。", "the page was not scrolled: %s.": "页面没有滚动：%s。",
		"The page is at its end already, so it was not scrolled.": "页面已经到头，所以没有滚动。", "“%s” is in view already.": "“%s”本来就在可见范围内。", "Scrolled to “%s”.": "已滚动到“%s”。", "Scrolled %s.": "已%s滚动。",
		"up": "向上", "down": "向下", "to the left": "向左", "to the right": "向右", "to the top": "向顶部", "to the bottom": "向底部",
		"I wait %d seconds at most.": "我最多等待 %d 秒。", "“%s” was still there after %d seconds.": "“%s”过了 %d 秒仍然在。", "“%s” did not come within %d seconds.": "“%s”在 %d 秒内没有出现。",
		"the wait broke off: %s.": "等待中断：%s。", "“%s” is gone.": "“%s”已消失。", "“%s” is there.": "“%s”已出现。", "Waited %s seconds.": "已等待 %s 秒。",
		"the tab was to be closed when the connection broke; I cannot tell whether it was.": "准备关闭标签页时连接中断，无法确定是否已关闭。",
		"the tab was not closed: %s.": "标签页没有关闭：%s。", "Closed the tab.": "已关闭标签页。",
		"the page asks before it is left: “%s”. Say “accept the dialog” or “dismiss the dialog”.": "离开前页面询问：“%s”。请说“接受对话框”或“取消对话框”。",
		"the link “%s” leads to no address.": "链接“%s”没有指向任何地址。", "Opened %s%s in a new tab.": "已在新标签页打开 %s%s。",
		"Pressed the key “%s”.":                         "已按下“%s”键。",
		"tab %d could not be brought to the front: %s.": "无法切换到标签页 %d：%s。",
		"Accepted": "已接受", "Dismissed": "已取消", "%s the dialog “%s”.": "%s对话框“%s”。",
		"the answer to the dialog “%s” was on its way when the connection broke; I cannot tell whether it arrived.": "回答对话框“%s”时连接中断，无法确定是否送达。",
		"the dialog “%s” was not answered: %s.":   "对话框“%s”没有得到回答：%s。",
		"the alert “%s” could not be closed: %s.": "提示框“%s”无法关闭：%s。",
		" The page asks in a dialog (%s): “%s”.":  "页面弹出对话框（%s）：“%s”。",

		"the %s “%s” is disabled, so it was not pressed.": "%s“%s”处于禁用状态，所以没有点击。", "“%s” was not pressed: %s.": "没有点击“%s”：%s。",
		"Pressed “%s”%s.": "已点击“%s”%s。", " in “%s”": "（在“%s”中）", " The page after it could not be read: %s": "之后的页面无法读取：%s",
		"I see no change on the page.": "没有看到页面变化。", " Required and still empty: %s.": "必填但仍为空：%s。",
		"“%s” was pressed; the answer was lost, but the page shows that it took effect. %s":                                                                                         "已点击“%s”；回应丢失了，但页面显示已经生效。%s",
		"“%s” was to be pressed when the connection broke. The page does not show whether it was, so I did not press it again. Please look, and tell me to press it if it was not.": "准备点击“%s”时连接中断。页面看不出是否已点击，所以我没有再点。请看一下，如果没有点到，再让我点击。",
		"“%s” (%s)": "“%s”（%s）", "“%s”: %s": "“%s”：%s", "The page now shows %s.": "页面现在显示%s。", " The page objects to %s.": "页面不接受：%s。",
		"The page objects": "页面不接受", "The title of the page is now “%s”.": "页面标题现在是“%s”。", "it is neither pressed nor selected": "现在既未按下也未选中",
		"it is %s": "现在%s", "checked": "已勾选", "selected": "已选中", "pressed": "已按下", "expanded": "已展开", "disabled": "已禁用", "enabled": "可用", "empty": "为空",
		"“%s” already was shown.": "“%s”本来就在显示。", "“%s” is on this page.": "“%s”就在本页。", "“%s” does not say what to press.": "“%s”没有说明要点击什么。",
		"the button “%s” is no longer on the page.": "按钮“%s”已不在页面上。",

		"there is no %s called “%s” on this page%s%s.": "页面上没有名为“%[2]s”的%[1]s%[3]s%[4]s。", "; the nearest are %s": "；相近的有%s", ". The page is long and was not read whole": "。页面很长，没有全部读取",
		"“%s” could mean more than one %s: %s. Which one?": "“%s”可能指多个%s：%s。请问是哪一个？", "%s “%s”": "%s“%s”", "“%s” of “%s”": "“%[2]s”的“%[1]s”",
		"there are only %d of “%s” on this page.": "页面上只有 %d 个“%s”。", "there are only %d forms on this page.": "页面上只有 %d 个表单。",
		"there is no %s called “%s” on this page.": "页面上没有名为“%[2]s”的%[1]s。",
		"the field “%s” is disabled.":              "字段“%s”处于禁用状态。", "the field “%s” cannot be changed (read-only).": "字段“%s”是只读的，无法修改。",
		"“%s” wants a file, and I cannot choose files.": "“%s”需要选择文件，而我不能选择文件。", "“%s” wants %s": "“%s”需要%s",
		"“%s” is a box to tick; “%s” is neither yes nor no.":                 "“%s”是勾选框；“%s”既不是“是”也不是“否”。",
		"I do not know which field “%s” is for. Write it as “label: value”.": "不知道“%s”要填到哪个字段。请写成“字段：内容”。",
		"I see no value for a field in “%s”. Write it as “label: value”.":    "“%s”里没有看到要填的内容。请写成“字段：内容”。",
		"I do not know what “%s” in “%s” is for.":                            "不知道“%[2]s”里的“%[1]s”是做什么用的。",
		"“%s” gives a field two values, and I cannot tell which is meant.":   "“%s”给同一个字段两个值，无法确定要哪一个。",
		"“%s” has no value in “%s”. Write it as “%s: value”.":                "“%[2]s”里没有写“%[1]s”的内容。请写成“%[3]s：内容”。",
		"“%s” is a button and takes no value.":                               "“%s”是按钮，不能填写内容。",
		"“%s” cannot be set to %d: a press made it %d, where it was %d.":     "“%s”无法设为%d：点击一次后它变成%d，之前是%d。",
		"“%s” is too far from %d to press its way there.":                    "“%s”离%d太远，无法逐次点击到位。",
		"“%s” shows no number that I can read, so I cannot set it to %d.":    "“%s”没有显示可以读取的数字，所以无法调到%d。",
		"the box “%s” is disabled.":                                          "勾选框“%s”处于禁用状态。",
		"%s If you meant to look something up, ask “what is …”.":             "%s如果是想查看内容，请问“……是什么”。",
		"a date such as 2026-12-24":                                          "一个日期，例如 2026-12-24", "a time such as 19:30": "一个时间，例如 19:30", "a date and a time such as 2026-12-24 19:30": "日期和时间，例如 2026-12-24 19:30",
		"one number; “%s” is none": "一个数字；“%s”不是数字", "one value; I do not know what “%s” in “%s” is for": "一个值；我不知道“%s”（在“%s”中）是做什么的", "a date; of “%s” I cannot tell day from month. Write it as 2026-12-24": "一个日期；“%s”分不清日和月，请写成 2026-12-24",
		"I see no search field on this page, and “%s” is not on it either.":                                          "页面上没有搜索框，也没有“%s”。",
		"I filled the search field, but there is no button beside it to start the search, and I cannot press Enter.": "已填写搜索框，但旁边没有开始搜索的按钮，而我不能按回车键。",

		"Yes, “%s” is on the page: %s": "有，页面上有“%s”：%s", "Not in these words (“%s”), but the page says: “%s”.": "没有原样的“%s”，但页面上写着：“%s”。",
		"No: I do not find “%s” on the page %s.": "没有：页面 %[2]s 上没有找到“%[1]s”。", "the page could not be searched: %s.": "无法在页面中查找：%s。",
		"“%s” does not say what to find.": "“%s”没有说明要找什么。", "Found “%s” %s on the page: %s": "在页面上找到“%s”%s：%s", "; and %d more": "；另外还有 %d 处",
		"once": "一处", "%d times": " %d 处", "is chosen": "已选中", "is not chosen": "未选中", "“%s” %s for “%s”, which holds “%s”.": "“%s”%s（字段“%s”现在是“%s”）。",
		"holding “%s”": "内容是“%s”", "“%s” (%s) is %s.": "“%s”（%s）：%s。", "%s %s": "%s%s", " (holds “%s”)": "（内容是“%s”）",
		" (on the page: “%s”)": "（页面上：“%s”）", "Address of the page: %s": "页面地址：%s", "Title of the page: %s": "页面标题：%s", "Headings: “%s”": "标题：“%s”",
		"There are no %s on the page.": "页面上没有%s。", "%d %s: “%s”": "%d 个%s：“%s”", "At least %s. The page is long and was not read whole.": "至少有%s。页面很长，没有全部读取。",
		"Choices for “%s”: “%s”": "“%s”的选项：“%s”", "links": "链接", "buttons": "按钮", "fields": "字段", "checkboxes": "复选框", "tables": "表格",

		"“%s” holds more than an address: I do not know what “%s” is for. Make it a step of its own.": "“%s”里除了网址还有别的内容：不知道“%s”是做什么用的。请单独写成一步。",
		"Opened %s (title “%s”).": "已打开 %s（标题“%s”）。", "%s could not be opened: %s.": "无法打开 %s：%s。", "%s could not be opened: the browser did not answer.": "无法打开 %s：浏览器没有回应。",
		" (title “%s”)": "（标题“%s”）", "Opened %s%s.": "已打开 %s%s。", "Opened %s: %s.": "已打开 %s：%s。",
		"I need the tab's number. Ask me to list the tabs to see them.": "需要标签页的编号。可以让我列出标签页来查看。", "Working in tab %d, “%s”.": "正在标签页 %d“%s”中工作。",
		"there is no tab %d.": "没有标签页 %d。", "I could not list the tabs: %s.": "无法列出标签页：%s。", "There are no open tabs.": "没有打开的标签页。",
		"%d open tabs:": "打开的标签页有 %d 个：", "1 open tab:": "打开的标签页有 1 个：", "- tab %d: “%s”, %s": "- 标签页 %d：“%s”，%s", " (the one I work in)": "（我正在使用）", " (shown)": "（正在显示）",

		"“%s”: I do not know what this is about. Name the thing.":  "“%s”：不知道指的是什么，请说出名称。",
		"“%s”: I find nothing about this on the page.":             "“%s”：页面上没有找到相关内容。",
		"“%s”: I do not judge yes or no, but the page says: “%s”.": "“%s”：我不判断是否，但页面上写着：“%s”。",
		"I did not find “%s” on the page %s.":                      "在页面 %[2]s 上没有找到“%[1]s”。",
		" Lines that come near: “%s”.":                             "相近的内容：“%s”。",
		"%s (under the heading “%s”): “%s”":                        "%s（在标题“%s”下）：“%s”",
		"%s: “%s”": "%s：“%s”", "%s: %s": "%s：%s",
		"“%s” is on the page more than once:":                          "页面上有多处“%s”：",
		"“%s”: I do not find this by name; of it the page says: “%s”.": "“%s”：没有找到这个名称，相关的内容是：“%s”。",
		"I see nothing new on the page since the last press.":          "上次点击之后页面没有新内容。",
		"The page %s (title “%s”) has no text that I can read.":        "页面 %s（标题“%s”）没有可以读取的文字。",
		"The page %s (title “%s”) says:\n%s":                           "页面 %s（标题“%s”）的内容：\n%s",
		"The page went to %s%s.":                                       "页面跳转到 %s%s。",
		"The address is now %s.":                                       "地址现在是 %s。",
		"The page is still loading %s.":                                "页面仍在加载 %s。",
		"It opened tab %s.":                                            "打开了标签页 %s。",
		"The tab was closed.":                                          "标签页已关闭。",
		"It led to %s, which could not be opened.":                     "它指向 %s，但该地址无法打开。",
		slipped:                "它在指针下移开了，所以没有点到。",
		"It is now checked.":   "现在已勾选。",
		"It is now unchecked.": "现在未勾选。",
		"field":                "字段", "button": "按钮", "link": "链接", "tab": "标签", "menu item": "菜单项", "button or link": "按钮或链接", "box": "勾选框", "box to tick": "勾选框",
		"choice": "选项", "control": "控件", "choice for “%s”": "“%s”的选项", "part of the page": "页面部分", "part": "部分", "form": "表单",
		"textbox": "文本框", "searchbox": "搜索框", "combobox": "下拉框", "listbox": "列表框", "spinbutton": "数字框", "slider": "滑块", "checkbox": "复选框", "radio": "单选框",
		"switch": "开关", "option": "选项", "menuitem": "菜单项", "heading": "标题", "row": "行", "listitem": "列表项", "date": "日期框", "time": "时间框", "status": "提示", "alert": "警告",
	}
}

// effects puts what a tool says that an act caused into the language.
func (t tongue) effects(text string) string {
	var out []string
	for _, f := range []struct {
		form   *lazyregexp.Regexp
		format string
	}{
		{wentForm, "The page went to %s%s."},
		{addressNow, "The address is now %s."},
		{loadingForm, "The page is still loading %s."},
		{newTabForm, "It opened tab %s."},
		{closedForm, "The tab was closed."},
		{lostForm, "It led to %s, which could not be opened."},
		{slippedForm, slipped},
	} {
		m := f.form.FindStringSubmatch(text)
		switch {
		case m == nil:
		case f.form == wentForm:
			title := ""
			if m[2] != "" {
				title = t.say(" (title “%s”)", unquote(m[2]))
			}
			out = append(out, t.say(f.format, m[1], title))
		case len(m) > 1:
			out = append(out, t.say(f.format, m[1]))
		default:
			out = append(out, t.say(f.format))
		}
	}
	if m := nowForm.FindString(text); m != "" {
		out = append(out, t.say(m))
	}
	return t.sentences(out...)
}
