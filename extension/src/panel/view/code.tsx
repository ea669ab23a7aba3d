// A block of code with its language and a button that copies it.

import type { VNode } from "preact";
import { strings } from "../../ui/strings";
import { CopyButton } from "../../ui/copy";

export function CodeBlock({ code, language }: { code: string; language: string }): VNode {
  return (
    <div class="code">
      <div class="code-bar">
        <span class="code-language">{language}</span>
        <CopyButton text={code} label={strings.chat.copyCode} />
      </div>
      <pre tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
    </div>
  );
}
