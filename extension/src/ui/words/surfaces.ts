// The words of the popup and the options page, as types.

import type { CheckState, KeyPlace } from "@protocol/client.gen";

export interface PopupWords {
  connected: string;
  notConnected: string;
  connecting: string;
  program(version: string): string;
  runs: string;
  noRuns: string;
  stop: string;
  stopping: string;
  stopRun(title: string): string;
  openPanel: string;
}

export interface OptionsWords {
  title: string;
  sections: { models: string; general: string; data: string };
  models: ModelWords;
  form: FormWords;
  general: {
    language: string;
    auto(name: string): string;
    theme: string;
    themeNote: string;
    shortcut: string;
    shortcutNote: string;
    openShortcuts: string;
  };
  data: DataWords;
  checks: CheckWords;
}

export interface ModelWords {
  lead: string;
  add: string;
  default: string;
  makeDefault: string;
  /** The environment decides: its variable. */
  decidedBy(variable: string): string;
  test: string;
  testing: string;
  works(answer: string, duration: string): string;
  worksOffline: string;
  fails(duration: string): string;
  /** What to do about it by the code of the error, where the program's words are in another language. */
  failsNext: Readonly<Record<string, string>>;
  failsOther: string;
  edit: string;
  delete: string;
  deleteAsk(label: string): string;
  keep: string;
  builtin: string;
  environment: string;
  sees: string;
  noKey: string;
  /** The key cannot be read, where the program's words are in another language. */
  keyProblem: string;
  keyIn: Readonly<Record<KeyPlace, string>>;
  keyFrom(variable: string): string;
  offlineLead: string;
  actions(label: string): string;
}

export interface FormWords {
  addTitle: string;
  editTitle(label: string): string;
  provider: string;
  own: string;
  ownName: string;
  ownNameHint: string;
  address: string;
  addressHint: string;
  addressOptional(address: string): string;
  name: string;
  nameHint: string;
  list: string;
  listing: string;
  listed(count: number): string;
  /** Of so many names that fit only some are shown. */
  someOf(shown: string, all: string): string;
  listFailed: string;
  /** What to do, where the program's words are in another language. */
  listFailedNext: string;
  /** By the code of the failure: what else is to be looked at. */
  listFailedFor: Readonly<Record<string, string>>;
  label: string;
  labelHint: string;
  key: string;
  keyKept: string;
  keyWhere: string;
  keyPage: string;
  keyOf: string;
  keyOfNone: string;
  forgetKey: string;
  noKeyNeeded: string;
  sees: string;
  save: string;
  saving: string;
  cancel: string;
  saved(label: string): string;
  /** It was the first one and is the default now. */
  savedDefault(label: string): string;
  /** The form was left when the page ended. */
  restored: string;
  leaveAsk: string;
  discard: string;
  stay: string;
  needsName: string;
  needsAddress: string;
  badAddress: string;
  badProvider: string;
}

export interface DataWords {
  lead: string;
  folder: string;
  log: string;
  database: string;
  files: string;
  /** How much a part takes, and in how many files. */
  takes(size: string, files: string): string;
  program: string;
  extension: string;
  programVersion(version: string, build: string, pid: number): string;
  browsers: string;
  noBrowsers: string;
  connected: string;
  away: string;
  liveRuns: string;
  abandoned(count: number): string;
}

export interface CheckWords {
  title: string;
  lead: string;
  run: string;
  running: string;
  withModel: string;
  /** Why they cannot be run here. */
  needLink: string;
  allGood: string;
  failed(count: number): string;
  states: Readonly<Record<CheckState, string>>;
  command: string;
  copyReport: string;
}
