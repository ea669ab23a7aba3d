// A card for each data file that was lost: it stays until a person dismisses it, because what it held is in no list.

import type { Damaged, Status } from "@protocol/client.gen";
import type { VNode } from "preact";
import { Command } from "./command";
import { moment } from "./format";
import { Close, Warning } from "./icons";
import { runnable } from "./program";
import { strings } from "./strings";

interface DamageProps {
  /** Null until it is known. */
  status: Status | null;
  dismiss: (file: string) => void;
}

export function DamageBanners({ status, dismiss }: DamageProps): VNode | null {
  if (status === null) return null;
  return (
    <>
      {status.damaged?.map((lost) => (
        <DamageBanner key={lost.file} lost={lost} dir={status.dataDir} dismiss={dismiss} />
      ))}
    </>
  );
}

function DamageBanner({ lost, dir, dismiss }: { lost: Damaged; dir: string } & Pick<DamageProps, "dismiss">): VNode {
  const words = strings.link.damaged;
  return (
    <section class="banner" data-damaged={lost.file} role="alert">
      <Warning />
      <div>
        <strong>{words.title}</strong>
        <p>{words.kept(moment(lost.at), lost.file, dir)}</p>
        <p>{words.next(dir)}</p>
        <Command command={runnable("margay stop")} />
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={strings.link.dismiss}
        title={strings.link.dismiss}
        onClick={() => {
          dismiss(lost.file);
        }}
      >
        <Close />
      </button>
    </section>
  );
}
