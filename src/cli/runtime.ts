/**
 * What fossick runs on. This file imports nothing and is loaded before all others, so that a runtime that can't load
 * those still says what it lacks.
 * @module
 */

/** The oldest Deno that runs fossick. */
export const MIN_DENO_VERSION = "2.6.8";

/** What is used of a global scope; only Deno's has `Deno`. */
export interface Runtime {
  readonly Deno?: { readonly version: { readonly deno: string }; exit(code: number): never };
  readonly navigator?: { readonly userAgent?: string; readonly language?: string };
  readonly process?: { readonly version: string; exit(code: number): never };
}

/** Ends the process with one sentence on stderr where fossick can't run. */
export function requireDeno(runtime: Runtime): void {
  const refusal = unsupportedReason(runtime);
  if (refusal === undefined) return;
  console.error(refusal);
  (runtime.Deno ?? runtime.process)?.exit(2);
  throw new Error(refusal);
}

/** Why fossick can't run there, in one sentence in the locale's language; undefined where it can. */
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
  const own = versionNumbers(version), wanted = versionNumbers(least);
  const at = own.findIndex((number, i) => number !== wanted[i]);
  return at >= 0 && own[at] < wanted[at];
}

/** Of `2.6.8` and `2.6.8-rc.1` the three numbers. */
function versionNumbers(version: string): number[] {
  return version.split(/[.+-]/, 3).map(Number);
}
