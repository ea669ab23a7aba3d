// Simplified Chinese: what went wrong, and what to do next.

import type { ProblemKind, ProblemWords } from "./types";

/** Why a run failed, by its error code. */
export const chinese: Readonly<Record<string, ProblemWords>> = {
  rate_limit: { title: "已达到服务商的限额。", next: "请稍等，然后重新发送。" },
  auth: { title: "服务商拒绝了密钥。", next: "请在选项中检查该模型的密钥。" },
  context_too_large: { title: "对话太长，模型无法处理。", next: "请开始新对话。" },
  output_too_long: { title: "回答太长，超出模型上限。", next: "请要求更小的步骤。" },
  overloaded: { title: "服务商过载。", next: "请稍等，然后重新发送。" },
  network: { title: "与服务商的连接失败。", next: "请检查网络和选项中的模型地址，然后重新发送。" },
  refused: { title: "模型拒绝回答。", next: "请换个说法，或选择其他模型。" },
  api_error: { title: "服务商返回了错误。", next: "请重新发送。如果再次发生，请在选项中检查模型名称。" },
  persist_failed: { title: "无法保存回答。", next: "请检查磁盘空间；日志中有更多信息。" },
  interrupted: { title: "运行被中断。", next: "请重新发送。" },
  too_many_rounds: { title: "运行步骤过多，已结束。", next: "说“继续”即可接着做。" },
  stuck: { title: "模型一再失败，没有进展，已停止。", next: "请换个说法说明如何继续，或选择其他模型。" },
  conversation_busy: { title: "此对话正在运行。", next: "请等待其结束，或将其停止。" },
  internal: { title: "这是 Margay 的故障。", next: "请重新发送。如果再次发生，日志中有更多信息。" },
};

export const problems: Readonly<Record<ProblemKind, ProblemWords>> = {
  host_missing: {
    title: "尚未为此浏览器安装 Margay 程序。",
    next: "请在终端中运行“margay install”，然后重试。如果没有作用，请运行“margay doctor”，它会说明原因。如果终端找不到该程序，请按 Margay 的 README 重新运行 install.sh（Windows 上为 install.ps1）。",
  },
  host_forbidden: { title: "Margay 程序是为另一个扩展安装的。", next: "请在终端中运行“margay install”，然后重试。如果没有作用，请运行“margay doctor”，它会说明原因。" },
  host_broken: {
    title: "浏览器无法启动 Margay 程序。",
    next: "程序不存在或不允许运行。请在终端中运行“margay install”，然后重试。如果没有作用，请运行“margay doctor”，它会说明原因。",
  },
  host_silent: { title: "Margay 程序已启动，但没有应答。", next: "请在终端中运行“margay doctor”，它会说明原因和解决办法。" },
  host_foreign: {
    title: "应答的不是 Margay，而是另一个程序。",
    next: "请在终端中运行“margay install”，让浏览器启动正确的程序。如果没有作用，请运行“margay doctor”，它会说明原因。",
  },
  host_exits: {
    title: "Margay 程序无法运行，或一启动就结束了。",
    next: "请在终端中运行“margay doctor”，它会说明原因和解决办法。如果终端也无法运行它，请按 Margay 的 README 重新运行 install.sh（Windows 上为 install.ps1）。",
  },
  link_lost: { title: "与 Margay 的连接已中断。", next: "正在进行的运行会继续。" },
  unanswered: { title: "Margay 应答之前连接已中断。", next: "您的要求可能尚未执行。连接恢复后，请查看并重试。" },
  version_mismatch: { title: "扩展与 Margay 程序的版本不匹配。", next: "请将两者更新到同一版本，然后重新加载扩展。" },
  not_allowed: { title: "Margay 程序不接受此扩展。", next: "请在终端中运行“margay install”，然后重试。如果没有作用，请运行“margay doctor”，它会说明原因。" },
  no_daemon: { title: "无法启动 Margay 的后台程序。", next: "请在终端中运行“margay doctor”，它会说明原因和解决办法。" },
  store_locked: { title: "另一个程序正占用 Margay 的数据。", next: "请结束该程序，然后重试。" },
  store_newer: { title: "Margay 的数据由更新的版本写入。", next: "请安装该版本或更高版本。" },
  store_damaged: { title: "无法读取 Margay 的数据。", next: "数据已另行保存，未作改动。日志中写有位置。" },
  shutting_down: { title: "Margay 正在重新启动。", next: "连接会自动恢复。" },
  busy: { title: "此对话正在运行。", next: "请等待其结束或将其停止，然后重试。" },
  not_found: { title: "它已经不在了。", next: "可能已被删除。请重新查看列表。" },
  conflict: { title: "其间有别处作了改动。", next: "现在显示的是当前状态；如仍需要，请再试一次。" },
  too_large: { title: "内容太大。", next: "请发送较短的内容。" },
  deadline: { title: "Margay 没有及时应答。", next: "请重试。如果再次发生，日志中有更多信息。" },
  unsupported: { title: "Margay 做不到这件事。", next: "其说明中写有它能接受什么。" },
  not_served: { title: "Margay 程序版本过旧，不支持此功能。", next: "请将程序更新到与扩展相同的版本，然后重试。" },
  other: { title: "没有成功。", next: "请重试。如果再次发生，“margay doctor”会给出更多信息。" },
};
