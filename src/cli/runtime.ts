/**
 * Checks the runtime. This file imports nothing and is loaded first, so that a runtime that can't load the other files
 * still says what it lacks.
 * @module
 */

/** The oldest Deno version that runs fossick. */
export const MIN_DENO_VERSION = "2.6.8";

/** The globals that are used; only Deno has `Deno`. */
export interface Runtime {
  readonly Deno?: { readonly version: { readonly deno: string }; exit(code: number): never };
  readonly navigator?: { readonly userAgent?: string; readonly language?: string };
  readonly process?: { readonly version: string; exit(code: number): never };
}

/** Ends the process with one sentence on stderr if the runtime can't run fossick. */
export function requireDeno(runtime: Runtime): void {
  const refusal = unsupportedReason(runtime);
  if (refusal === undefined) return;
  console.error(refusal);
  (runtime.Deno ?? runtime.process)?.exit(2);
  throw new Error(refusal);
}

/** Why the runtime can't run fossick, in one sentence in the locale's language; undefined if it can. */
export function unsupportedReason({ Deno, navigator, process }: Runtime): string | undefined {
  const isJapanese = /^ja\b/i.test(navigator?.language ?? "");
  const needs = isJapanese
    ? `fossick には Deno ${MIN_DENO_VERSION} 以降が必要です。これは`
    : `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;
  if (Deno === undefined) {
    const name = navigator?.userAgent ?? `Node.js/${process?.version}`;
    return isJapanese
      ? `${needs} ${name} です。Deno をインストールし、"deno run" で起動してください。`
      : `${needs} ${name}: install Deno and start it with "deno run".`;
  }
  const { deno } = Deno.version;
  if (!isOlder(deno, MIN_DENO_VERSION)) return undefined;
  return isJapanese
    ? `${needs} Deno ${deno} です。"deno upgrade" で最新版になります。`
    : `${needs} Deno ${deno}: "deno upgrade" brings the newest.`;
}

function isOlder(version: string, least: string): boolean {
  const actual = versionNumbers(version), required = versionNumbers(least);
  const at = actual.findIndex((number, i) => number !== required[i]);
  return at >= 0 && actual[at] < required[at];
}

/** The three numbers of `2.6.8` or `2.6.8-rc.1`. */
function versionNumbers(version: string): number[] {
  return version.split(/[.+-]/, 3).map(Number);
}
