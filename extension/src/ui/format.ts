// Numbers, sizes, durations and dates as the reader's language and zone write
// them. Formatters are made on use: language and zone may change while the
// page is open.

import { locale } from "./language";

/** 950, 1.2k, 12k: short enough for a footer. */
export function tokens(count: number): string {
  if (count < 1000) return String(count);
  const thousands = count / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1) : String(Math.round(thousands))}k`;
}

export function wholeNumber(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}

/** 80 ms, 1.4 s, 2 min 05 s. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** 512 B, 4 KB, 1.3 MB, 2.0 GB. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/** The time for today, else the date. Empty for what is no date. */
export function when(iso: string, now: number): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const today = new Date(now).toDateString() === date.toDateString();
  return today
    ? new Intl.DateTimeFormat(locale(), { hour: "numeric", minute: "2-digit" }).format(date)
    : new Intl.DateTimeFormat(locale(), { month: "short", day: "numeric" }).format(date);
}

/** Date and time in full, for titles. */
export function moment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}
