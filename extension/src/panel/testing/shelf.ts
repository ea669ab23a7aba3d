// The daemon in memory, second part: what is kept and asked for beside runs. The list of conversations, models, attachments
// and checks.

import type { Block, Conversation, Message } from "@protocol/chat.gen";
import type {
  ConversationPage, Diagnosis, ListConversations, Model, Models, RenameConversation, SaveModel, TestModel, WriteBlob,
} from "@protocol/client.gen";
import { FaultError, type HandlerTable } from "../../wire";

export interface Stored {
  conversation: Conversation;
  messages: Message[];
}

export interface Bytes {
  bytes: Uint8Array;
  mimeType: string;
}

const noKey = { set: false };

export const offlineModel: Model = {
  spec: "offline", label: "Offline model", provider: "offline", name: "offline", key: noKey, sees: false, source: "builtin",
};

/** Models as a person might have them. */
export function someModels(): Models {
  return {
    models: [
      offlineModel,
      {
        id: "m1", spec: "openai:gpt-5-mini", label: "GPT-5 mini", provider: "openai", name: "gpt-5-mini", sees: true, source: "settings",
        key: { set: true, place: "keyring" }, revision: 1,
      },
      {
        id: "m2", spec: "lab:qwen3-coder-480b-a35b-instruct-2507", label: "lab:qwen3-coder-480b-a35b-instruct-2507", provider: "lab", sees: false,
        name: "qwen3-coder-480b-a35b-instruct-2507", baseURL: "http://127.0.0.1:8000/v1", source: "settings", revision: 3,
        key: { set: true, place: "file", problem: "The file of the key cannot be read. Type the key again." },
      },
      {
        spec: "deepseek:deepseek-chat", label: "deepseek:deepseek-chat", provider: "deepseek", name: "deepseek-chat", sees: false,
        key: { set: true, place: "environment", variable: "DEEPSEEK_API_KEY" }, source: "environment",
      },
    ],
    default: "openai:gpt-5-mini",
    defaultFrom: "settings",
    templates: templates(),
  };
}

function templates(): Models["templates"] {
  return [
    {
      provider: "openai", title: "OpenAI", baseURL: "https://api.openai.com/v1", needsKey: true,
      keyPage: "https://platform.openai.com/api-keys", names: ["gpt-5", "gpt-5-mini"],
    },
    { provider: "deepseek", title: "DeepSeek", baseURL: "https://api.deepseek.com", needsKey: true, names: ["deepseek-chat"] },
    { provider: "custom", title: "Custom", baseURL: "", needsKey: false, names: [] },
    { provider: "ollama", title: "Ollama on this machine", baseURL: "http://127.0.0.1:11434/v1", needsKey: false, names: [] },
  ];
}

export class Shelf {
  readonly conversations = new Map<string, Stored>();
  readonly blobs = new Map<string, Uint8Array | Bytes>();
  models: Models = { models: [offlineModel], default: "offline", defaultFrom: "builtin", templates: templates() };
  diagnosis: Diagnosis = { ok: true, checks: [{ id: "store", title: "The store", state: "ok", detail: "It opens and has room." }] };
  /** What testing a model finds. */
  tested: { ok: boolean; text?: string; error?: string; next?: string } = { ok: true, text: "hello" };
  /** What a provider says it has; null means that it cannot be asked. */
  offered: string[] | null = ["gpt-5", "gpt-5-mini", "gpt-5-nano"];
  /** What asks a provider waits for this. */
  provider: Promise<unknown> = Promise.resolve();
  /** Routes that a program of an earlier version does not serve. */
  readonly missing = new Set<string>();
  /** Conversations that are not deleted, because a run is under way in them, and in which words the program says so. */
  readonly busy = new Map<string, string>();
  // What was deleted and can be brought back, and until when.
  readonly #away = new Map<string, Stored & { until: string }>();
  #ids = 0;

  handlers(): HandlerTable {
    return {
      "conversation.list": (p: ListConversations) => this.#list(p),
      "conversation.rename": (p: RenameConversation) => this.#rename(p),
      "conversation.delete": (p: { conversation: string }) => this.#delete(p.conversation),
      "conversation.restore": (p: { conversation: string }) => this.#restore(p.conversation),
      "conversation.deleted": () => ({
        conversations: [...this.#away.values()].map(({ conversation, until }) => ({ conversation, until })).toReversed(),
      }),
      "blob.read": (p: { blob: string; offset?: number; limit?: number }) => this.#blob(p),
      "blob.write": (p: WriteBlob) => this.#write(p),
      "model.list": () => this.models,
      "model.save": (p: SaveModel) => this.#save(p),
      "model.delete": (p: { id: string }) => this.#changeModels(this.models.models.filter((m) => m.id !== p.id)),
      "model.default": (p: { spec: string }) => (this.models = { ...this.models, default: p.spec, defaultFrom: "settings" }),
      "model.test": async (_: TestModel) => {
        const answer = { ...this.tested, durationMs: 812 };
        await this.provider;
        return answer;
      },
      "model.discover": async () => {
        await this.provider;
        if (this.offered === null) return { names: [], error: "The provider refused the key.", errorCode: "auth", next: "Check the key." };
        return { names: this.offered };
      },
      "model.sees": (p: { name: string }) => ({ sees: p.name.startsWith("gpt-4o") }),
      "doctor.run": () => this.diagnosis,
      "daemon.storage": () => ({
        parts: [
          { kind: "database", path: "/home/mira/.local/share/margay/margay.db", bytes: 4_300_000, files: 1 },
          { kind: "files", path: "/home/mira/.local/share/margay/blobs", bytes: 81_000_000, files: 1204 },
          { kind: "log", path: "/home/mira/.local/share/margay/log", bytes: 310_000, files: 2 },
        ],
      }),
    };
  }

  #list({ before = "", search = "", limit = 50 }: ListConversations): ConversationPage {
    const words = search.toLowerCase().split(/\s+/);
    const all = [...this.conversations.values()].map((c) => c.conversation);
    const found = all.filter((c) => words.every((w) => c.title.toLowerCase().includes(w)));
    const start = before === "" ? 0 : Number(before);
    const end = start + limit;
    return { conversations: found.slice(start, end), ...(end < found.length ? { next: String(end) } : {}) };
  }

  #rename({ conversation: id, title, revision }: RenameConversation): Conversation {
    const stored = this.#stored(this.conversations, id);
    if (stored.conversation.revision !== revision) throw new FaultError("conflict", "The chat was renamed elsewhere.");
    stored.conversation = { ...stored.conversation, title, revision: revision + 1 };
    return stored.conversation;
  }

  #delete(id: string): { until: string } {
    const words = this.busy.get(id);
    if (words !== undefined) throw new FaultError("busy", words, "Stop it first.");
    const until = new Date(Date.now() + 600_000).toISOString();
    this.#away.set(id, { ...this.#stored(this.conversations, id), until });
    this.conversations.delete(id);
    return { until };
  }

  #restore(id: string): Conversation {
    const stored = this.#stored(this.#away, id);
    this.#away.delete(id);
    this.conversations.set(id, stored);
    return stored.conversation;
  }

  #stored(from: ReadonlyMap<string, Stored>, id: string): Stored {
    const stored = from.get(id);
    if (stored === undefined) throw new FaultError("not_found", "there is no such conversation");
    return stored;
  }

  #blob({ blob, offset = 0, limit = 1 << 22 }: { blob: string; offset?: number; limit?: number }) {
    const found = this.blobs.get(blob);
    if (found === undefined) throw new FaultError("not_found", "there is no such blob");
    const { bytes, mimeType } = found instanceof Uint8Array ? { bytes: found, mimeType: "" } : found;
    const piece = bytes.subarray(offset, offset + limit);
    const data = btoa(Array.from(piece, (b) => String.fromCharCode(b)).join(""));
    return { data, size: bytes.length, ...(mimeType === "" ? {} : { mimeType }) };
  }

  #write({ name, mimeType = "", data }: WriteBlob): Block {
    if (mimeType.startsWith("application/zip")) throw new FaultError("unsupported", "Archives cannot be attached.");
    const blob = `w${++this.#ids}`;
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    this.blobs.set(blob, { bytes, mimeType });
    return { type: mimeType.startsWith("image/") ? "image" : "file", blob, mimeType, name, size: bytes.length };
  }

  #save(p: SaveModel): Model {
    const old = this.models.models.find((m) => m.id !== undefined && m.id === p.id);
    if (old !== undefined && old.revision !== p.revision) throw new FaultError("conflict", "The model was changed elsewhere.");
    const spec = `${p.provider}:${p.name}`;
    const set = p.forgetKey !== true && ((p.key ?? "") !== "" || (p.keyOf ?? "") !== "" || old?.key.set === true);
    const model: Model = {
      id: old?.id ?? `m${++this.#ids}`, spec, label: p.label ?? spec, provider: p.provider, name: p.name, sees: p.sees ?? false,
      key: set ? { set, place: "keyring" } : noKey, source: "settings", revision: (old?.revision ?? 0) + 1,
      ...(p.baseURL === undefined ? {} : { baseURL: p.baseURL }),
    };
    const others = this.models.models.filter((m) => m.id === undefined || m.id !== model.id);
    this.#changeModels([...others, model]);
    return model;
  }

  #changeModels(models: Model[]): Models {
    const standard = models.some((m) => m.spec === this.models.default) ? this.models.default : "offline";
    return (this.models = { ...this.models, models, default: standard });
  }
}
