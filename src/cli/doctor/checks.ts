/**
 * The doctor's checks, in order of importance: the doctor ends with the advice of the first one that found something.
 * @module
 */
import { dirname, fromFileUrl, join } from "@std/path";
import { BUNDLE_CONFIG } from "../package.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import {
  absoluteRoots,
  carriedOptions,
  isNpmPackage,
  NPX_START,
  settingsCommand,
  startCommand,
} from "../command_line/start_command.ts";
import type { Settings } from "../command_line/settings.ts";
import { say } from "../../model/messages/messages.ts";
import { isOlder } from "../runtime.ts";
import type { Examined } from "./examine.ts";

/** Why a check failed, and what to do about it, in sentences. */
export interface Finding {
  readonly text: string;
  readonly next: string;
}

/** A check. */
export interface Check {
  readonly name: string;
  /** Whether what it finds makes the sandbox wider than it needs to be, or a root unreadable. */
  readonly isProblem: boolean;
  /** Undefined: all is well. */
  find(examined: Examined): Finding | undefined;
}

/** All checks; the first finding's advice is the next thing to do. */
export const CHECKS: readonly Check[] = [
  { name: "reading", isProblem: true, find: findUnreadable },
  { name: "settings", isProblem: true, find: findWarning },
  { name: "grants", isProblem: true, find: findNeedless },
  { name: "hosts", isProblem: false, find: findUngranted },
  { name: "threads", isProblem: false, find: findNoThread },
  { name: "parsers", isProblem: false, find: findNoParsers },
  { name: "watching", isProblem: false, find: findUnwatched },
];

/** The advice where nothing was found: a host starts a server, unless it reaches it over HTTP. */
export function finalAdvice({ settings, program }: Pick<Examined, "settings" | "program">): string {
  if (settings.http !== undefined) return startWith(settings);
  const roots = settings.roots.join() === "." ? [] : absoluteRoots(settings);
  const words = ["config", "HOST", ...carriedOptions(settings, roots, "color", "lang")];
  const line = quoteForShell(startCommand({ read: [], net: [], env: [] }, words, program));
  return say(settings.lang, "doctor.let_host_start", { line });
}

/** The names of the permissions that are granted. */
export function grantedNames(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}

/** The advice to start fossick with the fewest grants. */
function startWith(settings: Settings, line = settingsCommand(settings)): string {
  return say(settings.lang, "doctor.start_with", { line });
}

/** The advice to open a narrower root. */
export function narrowRoot(settings: Settings): string {
  return say(settings.lang, "doctor.narrow_root", { line: settingsCommand(settings, ["DIR"]) });
}

function runFirst({ lang }: Settings, line: string): string {
  return say(lang, "doctor.run_first", { line });
}

function findUnreadable({ unreadable, settings: { lang } }: Examined): Finding | undefined {
  return unreadable && { text: say(lang, "doctor.unreadable", unreadable), next: say(lang, "doctor.let_read") };
}

/** A root that is too wide, or a connection in the clear. */
function findWarning({ warnings: [warning], settings }: Examined): Finding | undefined {
  if (warning === undefined) return undefined;
  const { text } = warning, url = (settings.providerUrl ?? "").replace(/^http:/i, "https:");
  if (warning.key === "notices.wide_root") return { text, next: narrowRoot(settings) };
  const given = new Map([...settings.given, ["provider-url", [url]]]);
  return { text, next: startWith({ ...settings, given, providerUrl: url }) };
}

/** Flags that nothing needs, and permissions still held that should have been given up. */
function findNeedless({ needless, main, status, network, program, settings }: Examined): Finding | undefined {
  const isMain = status.mode === "in-process";
  const held = (thread: string, permissions: Readonly<Record<string, string>>, isNeeded: (name: string) => boolean) =>
    grantedNames(permissions).filter((name) => !isNeeded(name)).map((name) => `${thread} ${name}`);
  const names = [
    ...needless,
    // In a binary without a thread for it, the engine holds every permission that is compiled in.
    ...held("engine", status.permissions, (name) => isMain ? !program.isBinary : name.startsWith("read:")),
    ...held("network", network?.permissions ?? {}, (name) => name === `net:${network?.host}`),
    ...held("main", main, (name) => isMain && (network === undefined || !/^(?:net|env)\b/.test(name))),
  ];
  const text = say(settings.lang, "doctor.needless", { names: names.join(", ") });
  return names.length === 0 ? undefined : { text, next: startWith(settings) };
}

function findUngranted({ ungranted, settings }: Examined): Finding | undefined {
  const text = ungranted.map((values) => say(settings.lang, "doctor.not_granted", values)).join(" ");
  return text === "" ? undefined : { text, next: startWith(settings) };
}

function findNoThread(examined: Examined): Finding | undefined {
  const { settings: { lang }, status: { mode, reason } } = examined;
  if (mode === "threads" || reason === undefined) return undefined;
  const why = say(lang, reason.key, reason.params);
  return { text: say(lang, "doctor.no_thread", { why }), next: threadAdvice(examined) };
}

/** How this copy gets a thread of its own, by why it has none: a module from a registry gets one as the npm package. */
function threadAdvice({ settings, program, status: { reason } }: Examined): string {
  const { mainModule } = program, roots = absoluteRoots(settings), dir = directoryOf(mainModule);
  if (reason?.key === "engine.few_descriptors") return runFirst(settings, "ulimit -n 1024");
  if (isNpmPackage(mainModule) || !mainModule.startsWith("file:")) {
    return startWith(settings, quoteForShell([...NPX_START, ...carriedOptions(settings, roots, "color", "lang")]));
  }
  if (reason?.key === "engine.no_deno_json") {
    return say(settings.lang, "doctor.save", { file: join(dir, "deno.json"), text: JSON.stringify(BUNDLE_CONFIG) });
  }
  if (reason?.key !== "engine.narrow_grant") return startWith(settings);
  const bundle = { ...program, mainModule: new URL("dist/fossick.js", mainModule).href };
  const build = quoteForShell(["deno", "task", "--cwd", dir, "bundle"]);
  return startWith(settings, `${build} && ${settingsCommand(settings, roots, bundle)}`);
}

function findNoParsers({ hasParsers, program, settings: { lang } }: Examined): Finding | undefined {
  if (hasParsers) return undefined;
  const next = say(lang, "doctor.copy_parsers", { dir: directoryOf(program.mainModule) });
  return { text: say(lang, "doctor.no_parsers"), next };
}

function directoryOf(mainModule: string): string {
  return mainModule.startsWith("file:") ? dirname(fromFileUrl(mainModule)) : mainModule;
}

/** From this version on Deno lists all names, watches in one queue, and fossick handles connections itself. */
const FULL_DENO_VERSION = "2.9.0";

function findUnwatched({ watchLimit, watched: n, program, settings }: Examined): Finding | undefined {
  const { deno, isBinary } = program, { lang } = settings;
  if (!isBinary && isOlder(deno, FULL_DENO_VERSION)) {
    return { text: say(lang, "doctor.old_deno", { deno }), next: runFirst(settings, "deno upgrade") };
  }
  if (watchLimit === undefined) return undefined;
  const [name, value] = watchLimit === "few_watches" ? ["max_user_watches", 524_288] : ["max_user_instances", 1024];
  const file = `/etc/sysctl.d/60-${name}.conf`;
  const line = `echo fs.inotify.${name}=${value} | sudo tee ${file} && sudo sysctl --system`;
  return { text: say(lang, "doctor.few_watches", { n }), next: runFirst(settings, line) };
}
