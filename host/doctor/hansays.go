package doctor

// hanSays are the texts of a diagnosis in Chinese, by the English ones; a test
// holds that none is missing and none is left over.
func hanSays() map[string]string {
	return map[string]string{
		// Titles.
		"Data directory": "数据文件夹", "Settings file": "设置文件", "Program": "程序", "Daemon": "后台程序", "Store": "数据库",
		"Browsers": "浏览器", "%s: manifest": "%s：清单", "%s: start": "%s：启动", "Browser in %s": "%s 中的浏览器",
		"Extension": "扩展", "Page": "网页", "Model": "模型", "Keyring": "系统钥匙串", "Log": "日志",

		// Around a diagnosis.
		"Run: %s": "运行：%s", "Nothing is broken.": "一切正常。", "1 check failed.": "1 项检查未通过。", "%d checks failed.": "%d 项检查未通过。",

		// What holds a check up, and what is the same everywhere.
		"Not tried, because of: %s.":     "因“%s”未通过，已跳过。",
		"It cannot be, because of: %s.":  "因“%s”未通过，无法正常工作。",
		"Try again.":                     "请重试。",
		"Stop the daemon and try again.": "请停止后台程序，然后重试。",

		// The data directory and its disk.
		"The folder %s is not there: Margay is not installed for this user, or it was moved.": "文件夹 %s 不存在：尚未为此用户安装 Margay，或文件夹已被移走。",
		"The folder %s cannot be looked at: %v.":                                              "无法查看文件夹 %s：%v。",
		"Give yourself access to it and to the folders above it.":                             "请让自己有权访问它和它的上级文件夹。",
		"%s is no folder.": "%s 不是文件夹。",
		"%s is no folder, and Margay needs one there.":                                                                      "%s 不是文件夹，而 Margay 需要那里是文件夹。",
		"%s is a folder, and Margay needs a file there.":                                                                    "%s 是文件夹，而 Margay 需要那里是文件。",
		"Put it aside with this command, then try again.":                                                                   "请用此命令将它移开，然后重试。",
		"Put it aside, then install again: %s":                                                                              "请先将它移开，然后重新安装：%s",
		"The folder %s belongs to another user (number %s).":                                                                "文件夹 %s 属于另一个用户（编号 %s）。",
		"Run this as that user, without sudo; or use a data directory of your own: set MARGAY_DATA, or pass --data.":        "请以该用户身份运行，不要用 sudo；或使用您自己的数据文件夹：设置 MARGAY_DATA，或加上 --data。",
		"Nothing can be written to %s: %v.":                                                                                 "无法写入 %s：%v。",
		"See that the disk is sound and can be written to, or use another data directory: set MARGAY_DATA, or pass --data.": "请确认磁盘完好且可以写入，或使用另一个数据文件夹：设置 MARGAY_DATA，或加上 --data。",
		"The disk of %s is full.":                                                                                           "%s 所在的磁盘已满。",
		"Make space on it: delete what you do not need, then try again.":                                                    "请删除不需要的文件，腾出空间后重试。",
		"Make space on it: delete what you do not need.":                                                                    "请删除不需要的文件，腾出空间。",
		"It is not known how much space is left for %s: %v.":                                                                "无法得知 %s 还有多少空间：%v。",
		"Nothing needs to be done while all else is well.":                                                                  "其他一切正常时无需处理。",
		"%s lies on a network disk (%s), where a database can be damaged and locks may not hold.":                           "%s 位于网络磁盘（%s）上，数据库可能损坏，锁也可能失效。",
		"Keep the data on a disk of this machine: set MARGAY_DATA, or pass --data.":                                         "请将数据放在本机磁盘上：设置 MARGAY_DATA，或加上 --data。",
		"Others on this machine can look into %s.":                                                                          "本机的其他用户可以查看 %s。",
		"The disk of %s is nearly full: %s are left.":                                                                       "%s 所在的磁盘快满了：还剩 %s。",
		"%s, %s free": "%s，可用空间 %s", "%d bytes": "%d 字节",

		// The settings.
		"none, so the defaults hold":                                                 "没有设置文件，使用默认值",
		"The settings file %s may not be read, so the defaults hold.":                "没有读取设置文件 %s 的权限，因此使用默认值。",
		"The settings file is not understood, so the defaults hold: %v.":             "设置文件有误，因此使用默认值：%v。",
		"Correct it, or put it aside with this command.":                             "请更正它，或用此命令将它移开。",
		"A variable of the environment is not understood, so the default holds: %v.": "某个环境变量有误，因此使用默认值：%v。",
		"Correct MARGAY_LOG, LOG_LEVEL or MARGAY_LINGER, or unset it.":               "请更正 MARGAY_LOG、LOG_LEVEL 或 MARGAY_LINGER，或取消设置。",
		"%s; a daemon started with these variables keeps %s in its log":              "%s；以这些环境变量启动的后台程序，日志级别为 %s", "%s (by %s)": "%s（由 %s 指定）", "%s (by the settings file)": "%s（由设置文件指定）", "%s (the default)": "%s（默认）",

		// The program.
		"The program %s does not run: %v.":                                                          "程序 %s 无法运行：%v。",
		"The disk of %s forbids programs (noexec).":                                                 "%s 所在的磁盘禁止运行程序（noexec）。",
		"Use a data directory on another disk: set MARGAY_DATA, or pass --data, and install again.": "请使用另一个磁盘上的数据文件夹：设置 MARGAY_DATA，或加上 --data，然后重新安装。",
		"macOS holds %s back because it was downloaded.":                                            "macOS 因为 %s 是下载的文件而阻止运行。",
		"%s is another program.":                                                                    "%s 是另一个程序。",
		"Install from a copy of Margay that is sound.":                                              "请用一份完好的 Margay 重新安装。",
		"%s, version %s (%s)":                                                                       "%s，版本 %s（%s）",
		"The program that browsers start is version %s, and this one is version %s.":                "浏览器启动的程序是版本 %s，而本程序是版本 %s。",
		"This program is version %s, and the one that browsers start is version %s.":                "本程序是版本 %s，而浏览器启动的程序是版本 %s。",
		"Use that one: %s": "请使用那个程序：%s",
		"The program %s is not there: it was moved or removed.": "程序 %s 不存在：已被移走或删除。",
		"The program %s cannot be looked at: %v.":               "无法查看程序 %s：%v。",

		"%s is no program.":                   "%s 不是程序。",
		"The program %s may not be executed.": "程序 %s 没有执行权限。",

		// The daemon and its store.
		"version %s (%s), process %d, for %s":                                                                  "版本 %s（%s），进程 %d，已运行 %s",
		"version %s (%s), process %d":                                                                          "版本 %s（%s），进程 %d",
		"%s, started for this":                                                                                 "%s，为此次检查而启动",
		"it answers, and serves nobody: see the next check":                                                    "有应答，但拒绝服务：原因见下一项",
		"A daemon of the older version %s runs; this program is version %s.":                                   "正在运行的后台程序是较旧的版本 %s，而本程序是版本 %s。",
		"The next one to need a daemon starts the newer one. Runs are parked and go on there.":                 "停止后，下次用到时会启动新版本。正在进行的运行会暂停，并在新版本中继续。",
		"This program is version %s, older than the daemon.":                                                   "本程序是版本 %s，比后台程序旧。",
		"Use the newer program: %s":                                                                            "请使用较新的程序：%s",
		"The daemon is another build (%s) of the same version than this program (%s).":                         "后台程序与本程序版本相同，但构建不同（%s 与 %s）。",
		"Only if it should be this one. Runs are parked and go on there.":                                      "仅在需要换成本程序时运行。正在进行的运行会暂停，并在新的后台程序中继续。",
		"The daemon before (process %d, started %s) ended without taking leave: it was killed, or it crashed.": "上一个后台程序（进程 %d，启动于 %s）没有正常结束：被强制结束或已崩溃。",
		"Nothing needs to be done: a new one serves now. If nobody killed it, see the end of %s.":              "无需处理：新的后台程序已在运行。如果没有人结束过它，请查看 %s 的末尾。",
		"The daemon (process %d) takes links and does not answer within %s.":                                   "后台程序（进程 %d）接受连接，但在 %s内没有应答。",
		"End it, then try again. Runs under way are interrupted and can be resumed.":                           "请结束它，然后重试。正在进行的运行会中断，之后可以继续。",
		"The daemon could not be greeted: %v.":                                                                 "无法与后台程序通信：%v。",
		"The daemon could not be asked: %v.":                                                                   "无法让后台程序检查：%v。",
		"The daemon did not try it.":                                                                           "后台程序没有检查此项。",
		"The store cannot be read: %v.":                                                                        "无法读取数据库：%v。",
		"Stop the daemon and try again; the log is %s.":                                                        "请停止后台程序，然后重试；日志在 %s。",
		"open, in %s":                            "可以读取，位于 %s",
		"The data directory cannot be read: %v.": "无法读取数据文件夹：%v。",
		"The data file was damaged on %s and put aside as %s; what it held is not shown.":                                                                                                "数据文件于 %s 损坏，已另存为 %s；其中的内容不再显示。",
		"To use a backup, close the browser, run “%s”, put the backup of margay.db and blobs into %s, then open the browser. To go on without it, dismiss the notice in the side panel.": "如要使用备份，请关闭浏览器，运行“%s”，将 margay.db 和 blobs 的备份放入 %s，再打开浏览器。如不需要，请在侧边栏的提示上点“知道了”。",

		// What browsers find and start.
		"It cannot be told which browsers there are: %v.":                                                 "无法得知有哪些浏览器：%v。",
		"The only browser of this user that was found is in a box.":                                       "此用户只有沙盒中的浏览器。",
		"No browser of this user was found.":                                                              "没有找到此用户的浏览器。",
		"Start the browser once before. One that keeps its data elsewhere is named with --user-data-dir.": "运行之前请先启动一次浏览器。如果浏览器的数据在别处，请用 --user-data-dir 指定。",
		"Margay is not registered with it.":                                                               "Margay 没有在其中注册。",
		"Needed only if you want to use Margay there.":                                                    "仅在要在该浏览器中使用 Margay 时需要。",
		"Margay is not registered with %s: there is no %s.":                                               "Margay 没有在 %s 中注册：%s 不存在。",
		"Margay is not registered with %s.":                                                               "Margay 没有在 %s 中注册。",
		"%s: %s":                                                                                          "%s：%s",
		"%s stands behind it and is not used":                                                             "%s 排在其后，未使用",
		"%s is the manifest of another product under our name: %s.":                                       "%s 以 Margay 的名义登记了另一个产品：%s。",
		"The other product is then no longer found by its own extension.":                                 "运行后，那个产品的扩展将不再能找到它的程序。",
		"%s starts a program that is told above.":                                                         "%s 启动的程序有问题，上面已说明。",
		"The browser does not start Margay by %s: %s.":                                                    "浏览器无法凭 %s 启动 Margay：%s。",
		"The browser cannot start %s: %v.":                                                                "浏览器无法启动 %s：%v。",
		"the daemon answered after %d ms, by version %s":                                                  "后台程序 %d 毫秒后应答，版本 %s",
		"The program %s works with another data directory: %s, and not %s.":                               "程序 %s 使用的是另一个数据文件夹：%s，而不是 %s。",
		"%s did not answer within %s.":                                                                    "%s 在 %s内没有应答。",
		"Stop the daemon and try again; if it is no better, install again: %s":                            "请停止后台程序，然后重试；如果仍然如此，请重新安装：%s",
		"%s prints something else than frames on its standard output, so the browser ends it.":            "%s 在标准输出中写入了协议以外的内容，因此浏览器会结束它。",
		"%s serves another extension than this one: %s":                                                   "%s 服务于另一个扩展：%s",
		"%s ended before it answered: %s.":                                                                "%s 在应答之前就结束了：%s。",
		"it said nothing":                                                                                 "没有任何输出",

		// The extension and a page.
		"%s, extension %s": "%s，扩展版本 %s", "version %s": "版本 %s", "version %s (%s)": "版本 %s（%s）",
		"version %s of the extension": "版本 %s 的扩展", "another build of the extension (%s)": "另一个构建的扩展（%s）",
		"The browser runs %s, and %s lies in %s.": "浏览器运行的是%s，而 %[3]s 中的是%[2]s。",
		"Reload it: open chrome://extensions and press the round arrow at Margay. If that is no help, it was loaded from another folder: remove it there and load this one.": "请重新加载：打开 chrome://extensions，点击 Margay 上的圆形箭头。如果没有作用，说明它是从别的文件夹加载的：请移除它，再加载此文件夹。",
		"The extension was not unpacked: %v.":                                                  "扩展没有解包：%v。",
		"Unpack it, then load it as the command says.":                                         "请将它解包，然后按命令的提示加载。",
		"%s was connected and has gone.":                                                       "%s 曾经连接，现已断开。",
		"Start the browser. If it runs, click Margay's icon there, which wakes the extension.": "请启动浏览器。如果它已在运行，请点击其中的 Margay 图标，唤醒扩展。",
		"No browser with the extension is connected.":                                          "没有连接装有此扩展的浏览器。",
		"Start the browser. If it runs, click Margay's icon there, which wakes the extension. If there is no icon: open chrome://extensions, " +
			"switch on Developer mode, press “Load unpacked” and choose %s": "请启动浏览器。如果它已在运行，请点击其中的 Margay 图标，唤醒扩展。如果没有图标：打开 chrome://extensions，" +
			"打开“开发者模式”，点击“加载已解压的扩展程序”，选择 %s",
		"No ordinary page is open: the browser's own pages and its store cannot be reached. Open any page on the web to try it.": "没有打开普通网页：浏览器自己的页面和扩展商店无法访问。打开任意网页即可检查。",
		"a page of %s answered after %d ms":                                             "%s 的网页 %d 毫秒后应答",
		"A page could not be reached through the browser: %s":                           "无法通过浏览器访问网页：%s",
		"A page could not be reached through the browser: %v.":                          "无法通过浏览器访问网页：%v。",
		"Open chrome://extensions and press the round arrow at Margay, then try again.": "请打开 chrome://extensions，点击 Margay 上的圆形箭头，然后重试。",

		// The model.
		"because none was chosen": "未选择其他模型", "chosen by %s": "由 %s 指定", "at %s": "地址 %s", "at %s (by %s)": "地址 %s（由 %s 指定）", "its key by %s": "密钥来自 %s",
		"chosen by the options page": "由选项页指定", "at %s (by the options page)": "地址 %s（由选项页指定）", "its key by the options page": "密钥来自选项页",
		"%s; not asked, because that may cost money (doctor --model asks it)": "%s；未询问模型，因为可能产生费用（doctor --model 会询问）",
		"%s; it answered after %d ms":                                         "%s；%d 毫秒后回答",
		"The model did not answer within %s.":                                 "模型在 %s内没有回答。",
		"Try again, or choose another model in the options page.":             "请重试，或在选项页中选择其他模型。",
		"The model cannot be used: %s":                                        "无法使用模型：%s",
		"Choose another model in the options page.":                           "请在选项页中选择其他模型。",

		// PATH, keys and the log.
		"that of the daemon; there is no login shell to ask":                                                    "使用后台程序的 PATH；没有可询问的登录 shell",
		"The login shell %s does not tell its PATH, so programs are looked for in that of the daemon: %v.":      "登录 shell %s 没有给出 PATH，因此按后台程序的 PATH 查找程序：%v。",
		"See that “%s -l” starts within 3 s without asking anything.":                                           "请确认“%s -l”能在 3 秒内启动，且不提问。",
		"%d folders, learned from %s":                                                                           "%d 个文件夹，来自 %s",
		"Unlock it to use the keys that lie in it. New keys are kept in %s meanwhile, which only you can read.": "解锁后才能使用其中的密钥。在此之前，新密钥保存在只有您能读取的 %s 中。",
		"keys are kept in the system's keyring":                                                                 "密钥保存在系统钥匙串中",
		"there is none; keys are kept in %s, which only you can read":                                           "没有钥匙串；密钥保存在只有您能读取的 %s 中",
		"%s: nothing was written yet":                                                                           "%s：尚无内容",
		"The log %s cannot be read: %v.":                                                                        "无法读取日志 %s：%v。",
		"%s: no error in it":                                                                                    "%s：没有错误",
		"%s: the last errors in it\n%s":                                                                         "%s：最近的错误\n%s",
	}
}
