/**
 * The program: reads the command line, does what it says, tells the exit code.
 * @module
 */
import "./interpreted_schemas.ts";
import { Changes } from "../door/changes.ts";
import { faultWords } from "../format/errors.ts";
import { textContent } from "../format/safe_text.ts";
import type { Lang } from "../model/lang.ts";
import { SpokenError } from "../model/spoken_error.ts";
import { ToolError } from "../model/tool_error.ts";
import { toolsOf } from "../toolsets/profiles.ts";
import { call } from "./call.ts";
import { type CallCommand, type Command, parseCommandLine } from "./command_line.ts";
import { diagnose, diagnosisText } from "./doctor.ts";
import { programHelp, toolHelp, toolsText } from "./help.ts";
import { notice } from "./notices.ts";
import { BEYOND_READING, giveUp, isGranted } from "./permissions.ts";
import { complain, print, screenOf, wantsJson } from "./print.ts";
import { refuseInspector } from "./refuse_inspector.ts";
import { lineLang, type Settings } from "./settings.ts";
import { shellSpelling } from "./shell_spelling.ts";
import { serviceOf, start, warn } from "./start.ts";
import { type StartedEngine, startEngine } from "./start_engine.ts";
import { UsageError } from "./usage_error.ts";
import { VERSION } from "./version.ts";
import { watch } from "./watch.ts";
import { wrapped } from "./wrap.ts";

/**
 * Runs fossick. Mistakes of the user are told on stderr, in a sentence each, and give 2.
 * @param ahead what `headStart` has begun for these arguments
 */
export async function run(args: readonly string[], ahead?: Promise<StartedEngine>): Promise<number> {
  const needless = BEYOND_READING.filter((name) => isGranted({ name }));
  giveUp();
  refuseInspector();
  try {
    return await perform(parseCommandLine(args, toolsOf), needless, ahead);
  } catch (error) {
    // What was typed may have come from a file's name, and must not drive the terminal.
    for (const line of complaint(error, lineLang(args))) complain(textContent(line));
    return 2;
  }
}

/** What to tell the user of a mistake; anything else is a bug, and thrown on. */
function complaint(error: unknown, lang: Lang): string[] {
  if (error instanceof SpokenError) {
    const example = error instanceof UsageError ? [notice(lang, "for_example", { line: error.example })] : [];
    return [`fossick: ${error.said[lang]}`, ...example];
  }
  if (!(error instanceof ToolError)) throw error;
  const { message, hint } = faultWords(error, lang);
  return [`fossick: ${message}`, hint];
}

async function performCall(command: CallCommand): Promise<number> {
  const { settings, tool, args, output, watch: again } = command;
  const screen = screenOf(output, settings.color);
  // For questions far apart nothing need be watched.
  const started = await start({ ...settings, freshness: "stat" }, ...(again ? ["read" as const] : []));
  warn(started);
  const { roots } = started;
  const service = { ...started.service, spelling: shellSpelling(started.service.tools, command) };
  if (!again) return await call({ service, tool, args }, screen);
  const changes = new Changes(roots);
  try {
    if (service.engine.status.mode === "threads") giveUp("read");
    return await watch({ service, tool, args }, changes, screen);
  } finally {
    changes[Symbol.dispose]();
  }
}

async function performServe(settings: Settings, ahead?: Promise<StartedEngine>): Promise<number> {
  if (settings.http !== undefined) return await (await import("./serve_http.ts")).serveHttp(settings, settings.http);
  const [{ serve }, started] = await Promise.all([import("./serve.ts"), ahead ?? startEngine(settings)]);
  await serve(serviceOf(settings, started));
  return 0;
}

/** Text for people, as wide as their terminal at most. */
function printWrapped(text: string): void {
  print(Deno.stdout.isTerminal() ? wrapped(text, Deno.consoleSize().columns) : text);
}

/** @param needless what was granted and is given up already */
async function perform(command: Command, needless: readonly string[], ahead?: Promise<StartedEngine>): Promise<number> {
  switch (command.verb) {
    case "serve":
      return await performServe(command.settings, ahead);
    case "call":
      return await performCall(command);
    case "tools": {
      const { profile, tools, lang } = command.settings;
      const isJson = wantsJson(command.output), text = toolsText(toolsOf(profile, tools), profile, isJson, lang);
      if (isJson) print(text);
      else printWrapped(text);
      return 0;
    }
    case "doctor": {
      // Programs look for sentences, too: in JSON they are the same everywhere.
      const isJson = wantsJson(command.output), lang = isJson ? "en" : command.settings.lang;
      const diagnosis = await diagnose({ ...command.settings, lang }, needless);
      print(isJson ? JSON.stringify(diagnosis) : diagnosisText(diagnosis, lang));
      return diagnosis.problems.length === 0 ? 0 : 1;
    }
    case "help": {
      const { tool, settings: { profile, lang } } = command;
      printWrapped(tool === undefined ? programHelp(toolsOf(profile), lang) : toolHelp(tool, profile, lang));
      return 0;
    }
    case "version":
      print(`fossick ${VERSION}`);
      return 0;
  }
}
