package doctor

// hanQuotes are the texts of other packages that a diagnosis quotes, in Chinese;
// a test holds that they are still said there. What is not among them is quoted in
// English. Final full stops are left out.
func hanQuotes() map[string]string {
	return map[string]string{
		// The errors of this package.
		"there is no %s": "%s 不存在", "%s is damaged: %w": "%s 已损坏：%w", "this system is not asked for it": "此系统不支持查询",
		"the page answered something else: %w": "网页返回了意外的内容：%w", "the page cannot be reached": "无法访问网页",
		"it did not say its version within %s":       "它在 %s内没有报告版本",
		"it does not say its version as Margay does": "它报告版本的方式与 Margay 不同",

		// Package install: what is found, manifests, browsers in boxes.
		"it cannot be read: %s":                            "无法读取：%s",
		"the registry key %s names %s, which is not there": "注册表项 %s 指向的 %s 不存在",
		"it starts %s, which is not Margay":                "它启动的是 %s，不是 Margay",
		"it is for the name %q, not %q":                    "它登记的名称是“%q”，而不是“%q”",
		"it lets in %s, but not %s":                        "它只允许 %s，不允许 %s",
		"it starts another Margay: %s":                     "它启动的是另一个 Margay：%s",
		"%s is not there":                                  "%s 不存在",
		"%s cannot be reached: %s":                         "无法访问 %s：%s",
		"%s is a folder":                                   "%s 是文件夹",
		"%s may not be executed":                           "%s 没有执行权限",
		"%s carries macOS' mark of a download (com.apple.quarantine), so the system does not start it": "%s 带有 macOS 的下载标记（com.apple.quarantine），因此系统不启动它",
		"the manifest is no JSON object of the right form: %s":                                         "清单不是格式正确的 JSON 对象：%s",
		"something follows the manifest's closing brace":                                               "清单的右花括号之后还有内容",
		"name %q %s":               "名称“%q”%s",
		"origin %q %s":             "来源“%q”%s",
		"the description is empty": "说明为空",
		"path %q must be absolute": "路径“%q”必须是绝对路径",
		"type %q must be stdio":    "类型“%q”必须是 stdio",
		"no origin is allowed, so no extension could connect": "没有允许任何来源，因此没有扩展能够连接",
		"is empty":           "为空",
		"must be lower case": "必须是小写",
		"may hold only letters, digits, underscores and dots":     "只能包含字母、数字、下划线和点",
		"must not begin or end with a dot, nor hold two in a row": "不能以点开头或结尾，也不能有连续的点",
		"is no extension (chrome-extension://ID/)":                "不是扩展（chrome-extension://ID/）",
		"holds no extension id (32 letters from a to p)":          "不含扩展 ID（32 个 a 到 p 的字母）",
		"lacks the final slash":                                   "末尾缺少斜杠",
		"%s (%s %s) cannot start programs outside of its box, so the extension loads there but never reaches Margay. " +
			"Install %s from its vendor's or your system's packages (deb, rpm), or use another browser, then run: %s": "%s（%s %s）无法启动沙盒以外的程序，因此扩展虽能加载，却永远连不上 Margay。" +
			"请改用厂商或系统软件包（deb、rpm）安装 %s，或使用其他浏览器，然后运行：%s",

		"read the record of what was installed: %w": "读取安装记录：%w",
		"%s: the record of what was installed is damaged; \"margay install\" takes over what is ours and writes a new one (%s)": "%s：安装记录已损坏；“margay install”会接管属于 Margay 的内容并写入新的记录（%s）",
		"%s was written by another version of Margay (form %d, this one knows %d): use that one":                                "%s 由另一个版本的 Margay 写入（格式 %d，此版本只认识 %d）：请使用那个版本",
		"a folder stands in the manifest's place, which no install touches: move it aside first":                                "清单的位置上是一个文件夹，安装不会动它：请先将它移开",
		"it starts %s for another extension (%s)":                                                                               "它启动的 %s 属于另一个扩展（%s）",

		// Package config.
		"read %s: %w": "读取 %s：%w",
		"log level %q: use trace, debug, info, warn or error": "日志级别“%q”：请用 trace、debug、info、warn 或 error",
		"linger %q: use a duration such as 10m or 30s":        "停留时间“%q”：请用 10m 或 30s 这样的时长",
		"learn PATH: %q is no absolute path of a shell":       "“%q”不是 shell 的绝对路径",
		"learn PATH from %s: %w":                              "向 %s 询问 PATH：%w",
		"learn PATH from %s: its answer has no PATH":          "%s 的回答中没有 PATH",
		"learn PATH: it is empty":                             "PATH 为空",
		"The disk is full, or takes no more files (“df -h” and “df -i” tell which): delete there what you do not need, then try again": "磁盘已满，或无法再创建文件（请用“df -h”和“df -i”确认）：请删除其中不需要的内容，然后重试",
		"The disk is full: delete there what you do not need, then try again":                                                          "磁盘已满：请删除其中不需要的内容，然后重试",
		"Too few files may be open in this terminal: run “ulimit -n 1024” in it, or use another one, then try again":                   "此终端允许打开的文件过少：请在其中运行“ulimit -n 1024”，或换一个终端，然后重试",

		// The daemon, its store and the way to it.
		"The data file %s is in use by %s": "数据文件 %s 正被%s占用", "another process": "另一个进程", "process %d": "进程 %d ",
		"The data file %s is damaged: %s. It was kept as %s": "数据文件 %s 已损坏：%s。它已另存为 %s",
		"Margay goes on with an empty store. To use a backup instead, close the browser, run “margay stop” and put the backup in its place as %s": "Margay 将使用空数据库继续运行。如要改用备份，请关闭浏览器，运行“margay stop”，再将备份放回原处，命名为 %s",
		"it is empty": "文件为空", "it has no sound beginning": "文件开头已损坏", "it was cut short: %d bytes of %d": "文件不完整：只有 %d 字节，应有 %d 字节",
		"open store: %w": "打开数据库：%w",
		"End that process, or use another data directory":                                         "请结束该进程，或使用另一个数据文件夹",
		"%s was written by margay %s and needs that version or a later one":                       "%s 由 margay %s 写入，需要该版本或更高版本",
		"Start the newer margay; the file was not touched":                                        "请启动较新的 margay；该文件未作改动",
		"%s is a folder; the database should be there":                                            "%s 是文件夹，数据库本应在此",
		"Margay could not start: %s":                                                              "Margay 无法启动：%s",
		"Look into %s, then try again":                                                            "请查看 %s，然后重试",
		"No Margay daemon runs for %s":                                                            "没有为 %s 运行的后台程序",
		"The daemon (process %d) started and then could not be reached: %v":                       "后台程序（进程 %d）已启动，但随后无法连接：%v",
		"The daemon could not start: %s":                                                          "后台程序无法启动：%s",
		"%s holds %s and was stopped (by SIGSTOP, or Ctrl+Z in a terminal), so no daemon answers": "%s占用 %s 且已被暂停（SIGSTOP，或在终端中按了 Ctrl+Z），因此没有后台程序应答", "process %d (%s)": "进程 %d（%s）",
		"Runs under way are interrupted and can be resumed. To let it go on instead, run: kill -CONT %d": "正在进行的运行会中断，之后可以继续。如要让它继续运行，请运行：kill -CONT %d",
		"%s holds %s but does not answer; it is starting, leaving or stuck":                              "%s占用 %s 但没有应答；它正在启动、正在结束或已卡住",
		"Wait a moment and try again":                                           "请稍候重试",
		"Wait a moment and try again; if it does not end by itself, run: %s %d": "请稍候重试；如果它没有自行结束，请运行：%s %d",
		"The program %s is not there; it was moved or removed":                  "程序 %s 不存在：已被移走或删除",
		"The program %s may not be executed":                                    "程序 %s 没有执行权限",
		"Install Margay again, then try again":                                  "请重新安装 Margay，然后重试",
		"The Margay daemon could not be reached: %s":                            "无法连接 Margay 后台程序：%s",
		"The daemon is there but does not answer: %s":                           "后台程序在运行，但没有应答：%s",
		"The caller %q is not the Margay extension and is not served":           "调用者“%q”不是 Margay 扩展，因此拒绝服务",
		"The link closed before the answer came":                                "收到应答之前连接已断开",

		// Keys.
		"the system's keyring did not answer within %s: unlock it and try again":                                                 "系统钥匙串在 %s内没有应答：请解锁后重试",
		"the system's keyring is locked, or was never set up: unlock it, or make a keyring in Passwords and Keys, and try again": "系统钥匙串已锁定，或从未设置：请解锁，或在“密码和密钥”中新建钥匙串，然后重试",
		"the system's keyring is locked: unlock it and try again":                                                                "系统钥匙串已锁定：请解锁后重试",
		"the system's keyring cannot be used (%w): unlock it and try again":                                                      "无法使用系统钥匙串（%w）：请解锁后重试",
		"the system's keyring is not there: unlock it or log in to the desktop, or save the key again, which keeps it in a file": "没有系统钥匙串：请解锁或登录桌面，或重新保存密钥（将保存到文件中）",
		"the keyring's library failed":                          "钥匙串的程序库出错",
		"the place of the key is not known; save the key again": "不知道密钥在哪里；请重新保存密钥",
		"the key is not in the %s any more; save it again":      "密钥已不在%s中；请重新保存",
		"system's keyring":                                      "系统钥匙串", "file of keys": "密钥文件",
		"%s is no plain file; put it aside and save the keys again":                               "%s 不是普通文件；请将它移开，然后重新保存密钥",
		"%s belongs to another user; put it aside and save the keys again":                        "%s 属于另一个用户；请将它移开，然后重新保存密钥",
		"%s cannot be read as a file of keys; put it aside and save the keys again":               "%s 不是可读的密钥文件；请将它移开，然后重新保存密钥",
		"others can read %s: run chmod 600 on it, and make new keys if others may have read them": "其他用户可以读取 %s：请对它运行 chmod 600；如果可能已被他人读取，请更换密钥",
	}
}
