/**
 * The program: parses the command line, runs the subcommand, returns the exit code.
 * @module
 */
import "./start/zod_jitless.ts";
import { faultWords } from "../format/error_answer.ts";
import { textContent } from "../format/safe_text.ts";
import { sentAsFor } from "../mcp/client_answers.ts";
import { listedTools } from "../mcp/tool_listing.ts";
import { type Lang, say, UserError } from "../model/messages/messages.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { listedToolsOf, toolsOf } from "../toolsets/profiles.ts";
import { type CallCommand, type Command, parseCommandLine } from "./command_line/parse_command_line.ts";
import { lineLang, type Settings } from "./command_line/settings.ts";
import { shellSpelling } from "./command_line/shell_spelling.ts";
import { programHelp, toolHelp } from "./help.ts";
import { isGranted, NON_READ_PERMISSIONS, revokePermissions } from "./permissions.ts";
import { keepInspectorClosed } from "./serve/close_inspector.ts";
import { printErrorLine, printLine, screenOf, wantsJson } from "./terminal/output.ts";
import { VERSION } from "./package.ts";

/**
 * Runs fossick. A user's mistake is reported on stderr in one sentence, and the exit code is 2.
 *
 * A subcommand's modules are loaded when it runs: a host waits for a server, and the others would double its start.
 */
export async function run(args: readonly string[]): Promise<number> {
  const needless = NON_READ_PERMISSIONS.filter((name) => isGranted({ name }));
  revokePermissions();
  keepInspectorClosed();
  try {
    return await execute(parseCommandLine(args, toolsOf), needless);
  } catch (error) {
    // Arguments may come from file names, and must not control the terminal.
    printErrorLine(textContent(`fossick: ${describeMistake(error, lineLang(args))}`));
    return 2;
  }
}

/** The message about a user's mistake. Any other error is a bug and is thrown again. */
function describeMistake(error: unknown, lang: Lang): string {
  if (error instanceof UserError) return say(lang, error.sentence.key, error.sentence.params);
  if (!(error instanceof ToolError)) throw error;
  const { message, hint } = faultWords(error, lang);
  return `${message}\n${hint}`;
}

async function executeCall(command: CallCommand): Promise<number> {
  const { settings, tool, args, output, watch: again } = command;
  const screen = screenOf(output, settings);
  const [{ runCall, watchCall }, { printWarnings, startService }] = await Promise.all([
    import("./call.ts"),
    import("./start/start_service.ts"),
  ]);
  // Calls far apart don't need a watcher.
  const started = await startService(settings, { keep: again ? ["read"] : [], freshness: "stat" });
  const { roots, warnings, service: { tools, engine } } = started;
  printWarnings(settings.lang, warnings);
  const service = { ...started.service, spelling: shellSpelling(tools, settings.given) };
  if (!again) return await runCall({ service, tool, args }, screen);
  const { TreeWatcher } = await import("../door/tree_watcher.ts"), changes = new TreeWatcher(roots);
  try {
    if (engine.status.mode === "threads") revokePermissions("read");
    return await watchCall({ service, tool, args }, changes, screen);
  } finally {
    changes[Symbol.dispose]();
  }
}

async function executeServe(settings: Settings): Promise<number> {
  if (settings.http !== undefined) {
    return await (await import("./serve/serve_http.ts")).serveHttp(settings, settings.http);
  }
  await (await import("./serve/serve_stdio.ts")).serveStdio(settings);
  return 0;
}

/** @param needless permissions that were granted needlessly, and are given up already */
async function execute(command: Command, needless: readonly string[]): Promise<number> {
  switch (command.verb) {
    case "serve":
      return await executeServe(command.settings);
    case "call":
      return await executeCall(command);
    case "tools": {
      const { profile, lang, answers, tokenBudget } = command.settings;
      const listing = { sentAs: sentAsFor(answers), tokenBudget };
      const tools = listedToolsOf(command.settings), help = () => tools.map((tool) => toolHelp(tool, profile, lang));
      printLine(wantsJson(command.output) ? JSON.stringify(listedTools(tools, listing)) : help().join("\n\n\n"));
      return 0;
    }
    case "doctor":
      return await (await import("./doctor/doctor.ts")).runDoctor(command, needless);
    case "config": {
      const { printConfig } = await import("./config/config.ts");
      printConfig(command);
      return 0;
    }
    case "help": {
      const { tool, settings: { profile, lang } } = command;
      printLine(tool === undefined ? programHelp(toolsOf(profile), lang) : toolHelp(tool, profile, lang));
      return 0;
    }
    case "version":
      printLine(`fossick ${VERSION}`);
      return 0;
  }
}
