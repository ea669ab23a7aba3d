// A line for each data file that was lost: it stays until a person dismisses it, because what it held is in no list.

import type { Damaged } from "@protocol/client.gen";
import type { VNode } from "preact";
import { useContext } from "preact/hooks";
import { Command } from "../../ui/command";
import { moment } from "../../ui/format";
import { Close, Warning } from "../../ui/icons";
import { strings } from "../../ui/strings";
import type { Model } from "../state/model";
import { ActionsContext } from "./actions";

export function DamageBanners({ status }: Pick<Model, "status">): VNode | null {
  if (status === null) return null;
  return (
    <>
      {status.damaged?.map((lost) => (
        <DamageBanner key={lost.file} lost={lost} dir={status.dataDir} />
      ))}
    </>
  );
}

function DamageBanner({ lost, dir }: { lost: Damaged; dir: string }): VNode {
  const { dismissDamage } = useContext(ActionsContext);
  const words = strings.link.damaged;
  return (
    <section class="banner" data-damaged={lost.file} role="alert">
      <Warning />
      <div>
        <strong>{words.title}</strong>
        <p>{words.kept(moment(lost.at), lost.file, dir)}</p>
        <p>{words.next(dir)}</p>
        <Command command="margay stop" />
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={strings.link.dismiss}
        title={strings.link.dismiss}
        onClick={() => {
          dismissDamage(lost.file);
        }}
      >
        <Close />
      </button>
    </section>
  );
}
