/**
 * The doctor's checks, in order of importance: the doctor ends with the advice of the first one that found something.
 * @module
 */
import { dirname, fromFileUrl, join } from "@std/path";
import { BUNDLE_CONFIG, PACKAGE } from "../package.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import {
  absoluteRoots,
  carriedOptions,
  isNpmPackage,
  settingsCommand,
  startCommand,
} from "../command_line/start_command.ts";
import { say } from "../../model/messages/messages.ts";
import type { EngineStatus } from "../../pool/engine.ts";
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
  { name: "deno", isProblem: false, find: findOldDeno },
  { name: "parsers", isProblem: false, find: findNoParsers },
  { name: "watching", isProblem: false, find: findWatchLimit },
];

/** The advice where nothing was found: a host starts a server, unless it reaches it over HTTP. */
export function finalAdvice({ settings, program }: Pick<Examined, "settings" | "program">): string {
  if (settings.http !== undefined) return startWith(settings, settingsCommand(settings));
  const roots = settings.roots.join() === "." ? [] : absoluteRoots(settings);
  const words = ["config", "HOST", ...carriedOptions(settings, roots, "color", "lang")];
  const line = quoteForShell(startCommand({ read: [], net: [], env: [] }, words, program));
  return say(settings.lang, "doctor.let_host_start", { line });
}

/** The names of the permissions that are granted. */
export function grantedNames(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}

type Settings = Examined["settings"];

function startWith({ lang }: Settings, line: string): string {
  return say(lang, "doctor.start_with", { line });
}

function runFirst({ lang }: Settings, line: string): string {
  return say(lang, "doctor.run_first", { line });
}

function findUnreadable({ unreadable, settings: { lang } }: Examined): Finding | undefined {
  return unreadable && { text: say(lang, "doctor.unreadable", unreadable), next: say(lang, "doctor.let_read") };
}

/** A root that is too wide, or a connection in the clear. */
function findWarning({ started: { warnings: [warning] }, settings }: Examined): Finding | undefined {
  if (warning === undefined) return undefined;
  const { lang, providerUrl = "" } = settings, { key, text } = warning;
  if (key === "notices.wide_root") {
    return { text, next: say(lang, "doctor.narrow_root", { line: settingsCommand(settings, { roots: ["DIR"] }) }) };
  }
  const url = providerUrl.replace(/^http:/i, "https:"), given = new Map([...settings.given, ["provider-url", [url]]]);
  return { text, next: startWith(settings, settingsCommand({ ...settings, given, providerUrl: url })) };
}

/** Flags that nothing needs, and permissions still held that should have been given up. */
function findNeedless({ needless, main, started, program, settings }: Examined): Finding | undefined {
  const { service: { engine: { status } }, network } = started, isMain = status.mode === "in-process";
  const held = (thread: string, permissions: Readonly<Record<string, string>>, isNeeded: (name: string) => boolean) =>
    grantedNames(permissions).filter((name) => !isNeeded(name)).map((name) => `${thread} ${name}`);
  const names = [
    ...needless,
    // In a binary without a thread for it, the engine holds every permission that is compiled in.
    ...held("engine", status.permissions, (name) => isMain ? !program.isBinary : name.startsWith("read:")),
    ...held("network", network?.permissions ?? {}, (name) => name === `net:${network?.host}`),
    ...held("main", main, (name) => isMain && (network === undefined || !/^(?:net|env)\b/.test(name))),
  ];
  if (names.length === 0) return undefined;
  const text = say(settings.lang, "doctor.needless", { names: names.join(", ") });
  return { text, next: startWith(settings, settingsCommand(settings)) };
}

function findUngranted({ ungranted, settings }: Examined): Finding | undefined {
  if (ungranted.length === 0) return undefined;
  const text = ungranted.map((values) => say(settings.lang, "doctor.not_granted", values)).join(" ");
  return { text, next: startWith(settings, settingsCommand(settings)) };
}

function findNoThread(examined: Examined): Finding | undefined {
  const { settings: { lang }, started: { service: { engine: { status: { mode, reason } } } } } = examined;
  if (mode === "threads" || reason === undefined) return undefined;
  return {
    text: say(lang, "doctor.no_thread", { why: say(lang, reason.key, reason.params) }),
    next: threadAdvice(examined, reason),
  };
}

/** How this copy gets a thread of its own, by why it has none. */
function threadAdvice({ settings, program }: Examined, reason: EngineStatus["reason"]) {
  const { mainModule } = program;
  const started = (mainModule: string) => settingsCommand(settings, { program: { ...program, mainModule } });
  if (reason?.key === "engine.few_descriptors") return runFirst(settings, "ulimit -n 1024");
  if (reason?.key === "engine.no_threads_entry") {
    const isJsr = mainModule.startsWith("jsr:");
    return startWith(settings, started(isJsr ? `${mainModule}/threads` : new URL("threads.ts", mainModule).href));
  }
  if (isNpmPackage(mainModule) || !mainModule.startsWith("file:")) {
    return startWith(settings, started(`/node_modules/${PACKAGE}/`));
  }
  const dir = directoryOf(mainModule);
  if (reason?.key === "engine.no_deno_json") {
    return say(settings.lang, "doctor.save", { file: join(dir, "deno.json"), text: JSON.stringify(BUNDLE_CONFIG) });
  }
  if (reason?.key !== "engine.narrow_grant") return startWith(settings, settingsCommand(settings));
  const build = quoteForShell(["deno", "task", "--cwd", dir, "bundle"]);
  return startWith(settings, `${build} && ${started(new URL("dist/fossick.js", mainModule).href)}`);
}

/** From this version on Deno lists all names, watches in one queue, and fossick handles connections itself. */
const FULL_DENO_VERSION = "2.9.0";

function findOldDeno({ program: { deno, isBinary }, settings }: Examined): Finding | undefined {
  if (isBinary || !isOlder(deno, FULL_DENO_VERSION)) return undefined;
  return { text: say(settings.lang, "doctor.old_deno", { deno }), next: runFirst(settings, "deno upgrade") };
}

function findNoParsers({ hasParsers, program, settings: { lang } }: Examined): Finding | undefined {
  if (hasParsers) return undefined;
  const next = say(lang, "doctor.copy_parsers", { dir: directoryOf(program.mainModule) });
  return { text: say(lang, "doctor.no_parsers"), next };
}

function directoryOf(mainModule: string): string {
  return mainModule.startsWith("file:") ? dirname(fromFileUrl(mainModule)) : mainModule;
}

function findWatchLimit({ watchLimit, watched: n, settings }: Examined): Finding | undefined {
  if (watchLimit === undefined) return undefined;
  const [name, value] = watchLimit === "few_watches" ? ["max_user_watches", 524_288] : ["max_user_instances", 1024];
  const file = `/etc/sysctl.d/60-${name}.conf`;
  const line = `echo fs.inotify.${name}=${value} | sudo tee ${file} && sudo sysctl --system`;
  return { text: say(settings.lang, "doctor.few_watches", { n }), next: runFirst(settings, line) };
}
