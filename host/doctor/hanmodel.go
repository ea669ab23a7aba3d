package doctor

// hanOfModels are the texts of models, their providers and the system that a
// diagnosis quotes, as in hanQuotes.
func hanOfModels() map[string]string {
	return map[string]string{
		"the key of %s could not be had: %s":  "无法取得 %s 的密钥：%s",
		"Or choose another model":             "或选择其他模型",
		"%s needs an API key and none is set": "%s 需要 API 密钥，但尚未设置",
		"Save one in the options page, or set %s and start again; or use the offline model":               "请在选项页中保存密钥，或设置 %s 后重新启动；也可使用离线模型",
		"the saved key of %s is not sent to the address in %s: it was saved for another one":              "未将 %s 已保存的密钥发送到 %s 中的地址：它是为另一个地址保存的",
		"Set %s to a key for that address, or unset %s, and start again":                                  "请将 %s 设为该地址的密钥，或取消设置 %s，然后重新启动",
		"the API key holds a sign that no key has, such as a typographic dash or a letter with an accent": "API 密钥中含有密钥不会有的字符，例如排版用的破折号或带重音的字母",
		"the API key stands in quotation marks, or holds one":                                             "API 密钥带有引号",
		"the API key begins with the word Bearer, which is sent before it anyway":                         "API 密钥以 Bearer 一词开头，而该词本来就会自动加上",
		"the API key holds a line break or another sign that cannot be sent":                              "API 密钥中含有换行符或其他无法发送的字符",
		"Copy the key again, alone and on one line, save it or set its variable anew, and try again":      "请重新复制密钥（单独一行），重新保存或设置其变量，然后重试",
		"unknown model %q": "未知的模型“%q”", "unknown model %q (from %s)": "未知的模型“%q”（来自 %s）", "unknown model %q (the default that was chosen)": "未知的模型“%q”（所选的默认模型）",
		"Save it in the options page, or write provider:model, where the provider is one of %s; or offline": "请在选项页中保存它，或写成“服务商:模型”，服务商可以是 %s；也可用 offline",
		"Write provider:model, where the provider is one that you saved or one of %s; or offline":           "请写成“服务商:模型”，服务商可以是您保存过的，或 %s；也可用 offline",
		"no model of %s is named":                                       "没有指明 %s 的模型",
		"Write %s:MODEL, for example %s":                                "请写成 %s:模型，例如 %s",
		"%s is no address: %s":                                          "%s 不是地址：%s",
		"Give it a full address such as %s":                             "请给出完整的地址，例如 %s",
		"it has to begin with https:// or http:// and a host":           "必须以 https:// 或 http:// 和主机名开头",
		"it may hold no user and no password; a key is given by itself": "不能包含用户名和密码；密钥请另行填写",
		"it may hold no question mark and no #":                         "不能包含问号和 #",

		"could not reach the provider: %s":                      "无法连接服务商：%s",
		"the connection was lost: %s":                           "连接中断：%s",
		"the connection was lost in mid-answer: %s":             "回答中途连接中断：%s",
		"the provider answered %s: %s":                          "服务商返回 %s：%s",
		"the provider answered %s":                              "服务商返回 %s",
		"%s (HTTP %d)":                                          "%s（HTTP %d）",
		"the provider's answer is no event stream (it says %q)": "服务商返回的不是事件流（而是“%q”）",
		"the provider sent nothing for %s":                      "服务商在 %s内没有返回任何内容",
		"the provider sent a damaged piece of its answer":       "服务商返回的内容有损坏",

		"Check the API key of this provider and that it may use this model":                                                                            "请检查此服务商的 API 密钥，以及它能否使用此模型",
		"Wait a little and try again, or choose another model":                                                                                         "请稍候再试，或选择其他模型",
		"Start a new chat, or ask for less at a time: this conversation no longer fits the model":                                                      "请开始新对话，或减少每次的内容：此对话已超出模型的容量",
		"The provider is overloaded. Send again in a minute, or choose another model":                                                                  "服务商负载过高。请一分钟后重新发送，或选择其他模型",
		"Check the network and the provider's address, then try again":                                                                                 "请检查网络和服务商的地址，然后再试",
		"Say it in other words, or choose another model":                                                                                               "请换一种说法，或选择其他模型",
		"Ask for a shorter answer, or for one part at a time":                                                                                          "请要求更短的回答，或分次提问",
		"Send again. If it happens again, check the model's name and the provider's address":                                                           "请重新发送。如果再次发生，请检查模型名称和服务商的地址",
		"The account has no credit left with this provider: top it up, or choose another model":                                                        "此服务商的账户余额不足：请充值，或选择其他模型",
		"This model cannot use tools, so it cannot work in pages: choose another model":                                                                "此模型不支持工具，无法操作网页：请选择其他模型",
		"This model takes no images: say so in the options page (it does not see), or choose another model":                                            "此模型不支持图像：请在选项页中注明，或选择其他模型",
		"Check the model's name and the base URL of this provider":                                                                                     "请检查模型名称和此服务商的地址",
		"The same would be refused again: check the model's name; if that is right, start a new chat, or choose another model":                         "重试仍会被拒绝：请检查模型名称；如果无误，请开始新对话，或选择其他模型",
		"Check the user and the password of the proxy in HTTPS_PROXY or HTTP_PROXY":                                                                    "请检查 HTTPS_PROXY 或 HTTP_PROXY 中代理的用户名和密码",
		"Check HTTPS_PROXY and HTTP_PROXY, or set NO_PROXY for this provider, then try again":                                                          "请检查 HTTPS_PROXY 和 HTTP_PROXY，或为此服务商设置 NO_PROXY，然后再试",
		"Start the server of the model at %s, or mend its address, then try again":                                                                     "请启动 %s 上的模型服务，或更正地址，然后再试",
		"The server speaks plain HTTP there: begin its address with http://, or give the port of its TLS":                                              "该服务器在此端口使用普通 HTTP：请让地址以 http:// 开头，或改用其 TLS 端口",
		"The server closed the connection without a word: if it wants TLS, begin its address with https://. Else try again":                            "服务器没有应答就关闭了连接：如果它要求 TLS，请让地址以 https:// 开头；否则请重试",
		"The server wants TLS there: begin its address with https://":                                                                                  "该服务器要求 TLS：请让地址以 https:// 开头",
		"No host of the name %s was found: check the provider's address and the network, then try again":                                               "找不到名为 %s 的主机：请检查服务商的地址和网络，然后重试",
		"Nothing takes connections there: check host and port of the provider's address, and that its server runs, then try again":                     "该处没有程序接受连接：请检查服务商地址的主机和端口，以及服务器是否在运行，然后重试",
		"The proxy does not let this address through, or is none. Check HTTPS_PROXY and HTTP_PROXY, or set NO_PROXY for this provider, then try again": "代理不允许访问此地址，或它不是代理。请检查 HTTPS_PROXY 和 HTTP_PROXY，或为此服务商设置 NO_PROXY，然后再试",
		"The proxy cannot be reached. Check HTTPS_PROXY and HTTP_PROXY, or set NO_PROXY for this provider, then try again":                             "无法连接代理。请检查 HTTPS_PROXY 和 HTTP_PROXY，或为此服务商设置 NO_PROXY，然后再试",
		"The server's certificate is for another name: check the host in the provider's address":                                                       "服务器的证书属于另一个名称：请检查服务商地址中的主机名",
		"The server's certificate has run out or is not valid yet: check this machine's clock; if that is right, the server needs a new certificate":   "服务器的证书已过期或尚未生效：请检查本机时钟；如果时钟正确，则服务器需要新证书",
		"The server's certificate is signed by an authority that this machine does not know. If it is a server or a proxy that you trust, write the certificate of its authority into a file, name that in SSL_CERT_FILE and start the daemon anew (margay stop)": "服务器的证书由本机不认识的机构签发。如果您信任该服务器或代理，请将其签发机构的证书写入文件，用 SSL_CERT_FILE 指定，并重新启动后台程序（margay stop）",
		"The server's certificate is not accepted. If it is a server or a proxy that you trust, write the certificate of its authority into a file, name that in SSL_CERT_FILE and start the daemon anew (margay stop)":                                           "服务器的证书未被接受。如果您信任该服务器或代理，请将其签发机构的证书写入文件，用 SSL_CERT_FILE 指定，并重新启动后台程序（margay stop）",
		"the proxy answered %d %s": "代理返回 %d %s", "the provider's answer is no %s but a web page": "服务商返回的不是 %s，而是网页",
		"Open any page in the browser: a network that wants a login shows its own page to all. Else check the base URL: it should end where /chat/completions begins, often with /v1": "请在浏览器中打开任意网页：需要登录的网络会对所有访问显示自己的页面。否则请检查服务商的地址：应止于 /chat/completions 之前，通常以 /v1 结尾",
		"Check the base URL: it should end where /chat/completions begins, often with /v1":                                                                                            "请检查服务商的地址：应止于 /chat/completions 之前，通常以 /v1 结尾",
		"Check the base URL: the provider has moved, or it wants https":                                                                                                               "请检查服务商的地址：服务商已迁移，或要求使用 https",
		"The provider asks to wait %s. Send again then, or choose another model":                                                                                                      "服务商要求等待 %s。请届时重新发送，或选择其他模型",
	}
}

// hanOfSystem are the words of systems and of Go that come up most.
func hanOfSystem() map[string]string {
	return map[string]string{
		"permission denied": "权限不足", "not a directory": "不是文件夹", "unexpected EOF": "内容不完整", "json: unknown field %q": "未知的字段“%q”", "no such file or directory": "文件不存在", "connection refused": "连接被拒绝", "exec format error": "不是可执行的格式",
		"no space left on device": "磁盘空间不足", "read-only file system": "文件系统只读", "input/output error": "输入输出错误", "context deadline exceeded": "超时",
		"exit status %d": "退出代码 %d", "exit status %d: %s": "退出代码 %d：%s", "signal: killed": "被强制结束",
		"open %s: %s": "打开 %s：%s", "stat %s: %s": "查看 %s：%s", "fork/exec %s: %s": "启动 %s：%s", "dial tcp %s: connect: %s": "连接 %s：%s",
		"dial unix %s: connect: %s": "连接 %s：%s",
	}
}
