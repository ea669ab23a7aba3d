// Where the program lies, so that a command can be typed as it stands: `margay install` puts the program into the data
// directory and touches no PATH. The directory is known from the last time that there was a link.

const key = "margay.data";
const usual = /([\\/]\.local[\\/]share[\\/]margay|[\\/]Application Support[\\/]Margay|[\\/]AppData[\\/]Local[\\/]Margay)$/;

/** Remembers where the program lies that has answered. */
export function keepDataDir(dataDir: string): void {
  if (dataDir !== "" && typeof localStorage !== "undefined") localStorage.setItem(key, dataDir);
}

/** The command with the program's whole path, where that is known, and with its data directory, where that is not the usual one. */
export function runnable(command: string): string {
  const dataDir = (typeof localStorage === "undefined" ? null : localStorage.getItem(key)) ?? "";
  if (dataDir === "" || !isPlain(command)) return command;
  const windows = /^([A-Za-z]:|\\\\)/.test(dataDir);
  const program = windows ? `${dataDir}\\bin\\margay.exe` : `${dataDir}/bin/margay`;
  const data = usual.test(dataDir) || command.includes(" --data") ? "" : ` --data ${quoted(dataDir, windows)}`;
  return `${quoted(program, windows)}${command.slice("margay".length)}${data}`;
}

/** The command relies on PATH. */
export function isPlain(command: string): boolean {
  return /^margay( |$)/.test(command);
}

/** Where the program lies on a system after `margay install`, as a terminal takes it. */
export function usualPlace(platform: string): string {
  if (/^win/i.test(platform)) return String.raw`%LOCALAPPDATA%\Margay\bin\margay.exe`;
  return /^mac/i.test(platform) ? "~/Library/Application\\ Support/Margay/bin/margay" : "~/.local/share/margay/bin/margay";
}

// As the program itself does it. A shell expands a dollar sign, a backquote and more within double quotes; the prompt of Windows
// knows no others.
function quoted(path: string, windows: boolean): string {
  if (windows) return /^[\w\\/:.~-]+$/.test(path) ? path : `"${path}"`;
  return /^[\w/:.+@%-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
