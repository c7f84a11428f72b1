/**
 * The one thing to do after a diagnosis, with the command to type or the line to write.
 * @module
 */
import { dirname, fromFileUrl, join } from "@std/path";
import type { TemplateValues } from "../../model/messages/bilingual.ts";
import { BUNDLE_CONFIG } from "../bundle_config.ts";
import type { Settings } from "../command_line/settings.ts";
import { absoluteRoots, optionsOf, settingsCommand } from "../command_line/settings_command.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { isNpmPackage, PACKAGE, type RunningProgram, startCommand } from "../command_line/start_command.ts";
import { upgradeCommand } from "../runtime.ts";
import { doctorMessage } from "./doctor_messages.ts";
import { type Finding, nextKey } from "./findings.ts";

/** The advice on the most important finding; without one, on how a host is set up. */
export function nextStep(findings: readonly Finding[], settings: Settings, program: RunningProgram): string {
  // A host does not start a server that it reaches over HTTP.
  const key = nextKey(findings) ?? (settings.http === undefined ? "let_host_start" : "start_with");
  return doctorMessage(settings.lang, key, adviceValues(settings, program));
}

/** The commands and paths that the advice may name. */
function adviceValues(settings: Settings, program: RunningProgram): TemplateValues {
  const { deno, execPath, mainModule } = program;
  const secure = settings.providerUrl?.replace(/^http:/i, "https:");
  return {
    deno,
    line: settingsCommand(settings, { program }),
    narrow: settingsCommand(settings, { program, roots: ["DIR"] }),
    https: settingsCommand({ ...settings, ...(secure && { providerUrl: secure }) }, { program }),
    host: configCommand(settings, program),
    upgrade: isNpmPackage(program.mainModule) ? `npx -y ${PACKAGE}@latest` : upgradeCommand(execPath),
    ...(mainModule.startsWith("file:") ? localValues(settings, program, dirname(fromFileUrl(mainModule))) : {}),
    threads: settingsCommand(settings, { program: { ...program, mainModule: threadsModule(mainModule) } }),
    watches: sysctlCommand("max_user_watches", 524_288),
    watchers: sysctlCommand("max_user_instances", 1024),
    package: settingsCommand(settings, { program: { ...program, mainModule: `/node_modules/${PACKAGE}/` } }),
  };
}

/** Prints how a host starts this copy on the same roots; it needs no permission. */
function configCommand(settings: Settings, program: RunningProgram): string {
  const roots = settings.roots.join() === "." ? [] : absoluteRoots(settings);
  const words = ["config", "HOST", ...optionsOf(settings, roots)];
  return quoteForShell(startCommand({ read: [], net: [], env: [] }, words, program));
}

/** The module with threads of a package from JSR: `jsr:NAME/threads`, or `…/threads.ts` by its address. */
function threadsModule(mainModule: string): string {
  return mainModule.startsWith("jsr:") ? `${mainModule}/threads` : new URL("threads.ts", mainModule).href;
}

/** For a copy that lies on this machine. @param dir of its first module */
function localValues(settings: Settings, program: RunningProgram, dir: string): TemplateValues {
  const bundle = new URL("dist/fossick.js", program.mainModule).href;
  return {
    dir,
    config: join(dir, "deno.json"),
    json: JSON.stringify(BUNDLE_CONFIG),
    build: quoteForShell(["deno", "task", "--cwd", dir, "bundle"]),
    bundle: settingsCommand(settings, { program: { ...program, mainModule: bundle } }),
  };
}

/** Sets a limit of Linux now and for every later start of the machine. */
function sysctlCommand(name: string, value: number): string {
  return `echo fs.inotify.${name}=${value} | sudo tee /etc/sysctl.d/60-${name}.conf && sudo sysctl --system`;
}
