/**
 * Checks the runtime. This file is loaded first and imports only the package's name, so that a runtime that can't load
 * the other files still says what it lacks. Every runtime that reads TypeScript can import JSON.
 * @module
 */
import manifest from "../../deno.json" with { type: "json" };

/** The oldest Deno version that runs fossick. */
export const MIN_DENO_VERSION = "2.6.8";

/** From this version on, a program may ask for Deno's own path without a permission. */
const FREE_EXEC_PATH = "2.5.6";

/** The globals that are used; only Deno has `Deno`. */
export interface Runtime {
  readonly Deno?: {
    readonly version: { readonly deno: string };
    readonly args?: readonly string[];
    execPath?(): string;
    exit(code: number): never;
  };
  readonly navigator?: { readonly userAgent?: string; readonly language?: string };
  readonly process?: { readonly version: string; readonly argv?: readonly string[]; exit(code: number): never };
}

/** Ends the process with one sentence on stderr if the runtime can't run fossick. */
export function requireDeno(runtime: Runtime): void {
  const refusal = unsupportedReason(runtime);
  if (refusal === undefined) return;
  console.error(refusal);
  (runtime.Deno ?? runtime.process)?.exit(2);
  throw new Error(refusal);
}

/** Why the runtime can't run fossick, and the command to type instead, in the locale's language; undefined if it can. */
export function unsupportedReason({ Deno, navigator, process }: Runtime): string | undefined {
  const isJapanese = /^ja\b/i.test(navigator?.language ?? "");
  if (Deno === undefined) {
    const name = (navigator?.userAgent ?? `Node.js/${process?.version}`).replace(/\/v?/, " ");
    const line = npxCommand(process?.argv?.slice(2));
    return refusal(isJapanese, name, line, { en: "start it with", ja: "次のように起動してください" });
  }
  const { deno } = Deno.version;
  if (!isOlder(deno, MIN_DENO_VERSION)) return undefined;
  const path = isOlder(deno, FREE_EXEC_PATH) ? "" : Deno.execPath?.() ?? "";
  return refusal(isJapanese, `Deno ${deno}`, upgradeCommand(path), { en: "upgrade it with", ja: "更新するコマンド" });
}

function refusal(isJapanese: boolean, name: string, line: string, advice: { en: string; ja: string }): string {
  return isJapanese
    ? `fossick には Deno ${MIN_DENO_VERSION} 以降が必要です。これは ${name} です。${advice.ja}: ${line}`
    : `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is ${name}; ${advice.en}: ${line}`;
}

/**
 * The command that starts the npm package, which brings its own Deno. The words are left out if a shell would change
 * one of them.
 *
 * @example
 * ```ts
 * npxCommand(["doctor"]); // "npx -y @fossick/fossick doctor"
 * ```
 */
export function npxCommand(args: readonly string[] = []): string {
  return ["npx", "-y", manifest.name, ...args.every((word) => /^[\w@+=:.,/-]+$/.test(word)) ? args : []].join(" ");
}

/** How a program installed Deno, by the place where it put it, and the program's command that upgrades it. */
const INSTALLERS: readonly (readonly [place: RegExp, command: string])[] = [
  [/\/_npx\//, "npx -y deno@latest"],
  [/\/(?:lib|npm)\/node_modules\//, "npm install -g deno@latest"],
  [/^([\w@+=:.,/-]*?)\/node_modules\//, "npm install --prefix $1 deno@latest"],
  [/\/node_modules\//, "npm install deno@latest"],
  [/\/(?:Cellar|homebrew|linuxbrew)\//, "brew upgrade deno"],
  [/\/scoop\/apps\//i, "scoop update deno"],
  [/\/chocolatey\//i, "choco upgrade deno"],
  [/\/WinGet\//i, "winget upgrade DenoLand.Deno"],
  [/\/\.cargo\/bin\//, "cargo install deno --locked"],
];

/**
 * The command that brings the newest Deno, for the way in which this one was installed.
 *
 * @param path Deno's own, "" if unknown
 * @example
 * ```ts
 * upgradeCommand("/opt/homebrew/Cellar/deno/2.8.0/bin/deno"); // "brew upgrade deno"
 * ```
 */
export function upgradeCommand(path: string): string {
  const place = path.replaceAll("\\", "/");
  for (const [pattern, command] of INSTALLERS) {
    const found = pattern.exec(place);
    if (found !== null) return command.replace("$1", () => found[1]);
  }
  return "deno upgrade";
}

/** Whether a version of Deno is older than another, such as "2.6.8" than "2.9.0". */
export function isOlder(version: string, least: string): boolean {
  const actual = versionNumbers(version), required = versionNumbers(least);
  const at = actual.findIndex((number, i) => number !== required[i]);
  return at >= 0 && actual[at] < required[at];
}

/** The three numbers of `2.6.8` or `2.6.8-rc.1`. */
function versionNumbers(version: string): number[] {
  return version.split(/[.+-]/, 3).map(Number);
}
