/**
 * Checks the runtime. This file is loaded first and imports only the package's name, so that a runtime that can't load
 * the other files still says what it lacks. Every runtime that reads TypeScript can import JSON.
 * @module
 */
import manifest from "../../deno.json" with { type: "json" };

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

/** Why the runtime can't run fossick, and the command to type instead, in the locale's language; undefined if it can. */
export function unsupportedReason({ Deno, navigator, process }: Runtime): string | undefined {
  if (Deno !== undefined && !isOlder(Deno.version.deno, MIN_DENO_VERSION)) return undefined;
  const other = navigator?.userAgent ?? `Node.js/${process?.version}`, line = `npx -y ${manifest.name}`;
  const name = Deno === undefined ? other.replace(/\/v?/, " ") : `Deno ${Deno.version.deno}`;
  return /^ja\b/i.test(navigator?.language ?? "")
    ? `fossick には Deno ${MIN_DENO_VERSION} 以降が必要です。これは ${name} です。更新するか、次のように起動してください: ${line}`
    : `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is ${name}; upgrade it, or start fossick with: ${line}`;
}

/** Whether a version of Deno is older than another, such as "2.6.8" or "2.6.8-rc.1" than "2.9.0". */
export function isOlder(version: string, least: string): boolean {
  const [actual, required] = [version, least].map((text) => text.split(/[.+-]/, 3).map(Number));
  const at = actual.findIndex((number, i) => number !== required[i]);
  return at >= 0 && actual[at] < required[at];
}
