/**
 * The ways to add fossick to a host as text: what to copy, and comments on what to do with it.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { isNpmCommand } from "../command_line/start_command.ts";
import { type ConfigKey, configMessage } from "./config_messages.ts";
import type { Step } from "./config_steps.ts";
import { type Block, COMMON_KEY, type Host, type Platform, SERVER_NAME, WORKSPACE } from "./hosts.ts";

/** How to write the text. */
export interface TextContext {
  readonly lang: Lang;
  readonly platform: Platform;
  /** The directory in which the user is. */
  readonly cwd: string;
  /** Environment variables that fossick reads. */
  readonly variables: readonly string[];
  /** The path of the running program, where a host may not find it by its name. */
  readonly execPath: string;
}

/** The text to copy: a command for a shell, or a block of a settings file. */
export function copied({ how }: Step, platform: Platform): string {
  return "command" in how ? quoteForShell(how.command, platform === "windows") : how.block;
}

/** A part of the output. In a pipe only the texts to copy are the output; the sentences are for the person. */
export interface Printed {
  readonly text: string;
  readonly isCopied: boolean;
}

/**
 * All steps as text: the texts to copy, and the sentences before and after each. If a program reads the output, the texts
 * after the first one are comments.
 */
export function configText(host: Host, steps: readonly Step[], context: TextContext, forProgram: boolean): Printed[] {
  return steps.flatMap((step, i) => {
    const { before, after } = sentences(host, step, context), text = copied(step, context.platform);
    const isCopied = i === 0 || !forProgram, blank = i > 0 ? [""] : [];
    return [
      ...[...blank, ...before.map(comment)].map((text) => ({ text, isCopied: false })),
      { text: isCopied ? text : comment(text), isCopied },
      ...after.map((line) => ({ text: comment(line), isCopied: false })),
    ];
  });
}

function comment(text: string): string {
  return text.replace(/^/gm, "# ");
}

/** The sentences before and after the text to copy. */
export function sentences(host: Host, step: Step, context: TextContext): { before: string[]; after: string[] } {
  const { lang } = context, { scope, opens, how } = step;
  const values = {
    host: host.name,
    roots: step.roots.join(", "),
    workspace: WORKSPACE,
    variable: context.variables.join(", "),
    directory: step.project,
    file: "block" in how ? how.file ?? "" : "",
    server: SERVER_NAME,
    key: COMMON_KEY,
    program: step.server[0],
    path: context.execPath,
  };
  const say = (...keys: ConfigKey[]) => keys.map((key) => configMessage(lang, key, values));
  const directory = scope === "all" && opens === "fixed" ? "fixed_for_all" : opens;
  return {
    before: [sentence(say(scope, directory), lang), ...say(actionKey(step, context))],
    after: linesAfter(host, step, context).map((keys) => sentence(say(...keys), lang)),
  };
}

function actionKey({ how, scope, project }: Step, { cwd }: TextContext): ConfigKey {
  if ("block" in how) return scope === "any" ? "add_to_settings" : "add";
  return scope === "project" && project !== cwd ? "run_in" : "run";
}

/** Sentences on a line. */
function sentence(parts: readonly string[], lang: Lang): string {
  return parts.join(lang === "ja" ? "" : " ");
}

/** The sentences after the text to copy, by line. */
function linesAfter({ id }: Host, { how, scope, server }: Step, { variables }: TextContext): ConfigKey[][] {
  const isApp = scope === "app", lines: ConfigKey[][] = [];
  if (scope === "any") lines.push(["merge_settings"]);
  else if ("block" in how) {
    const more: ConfigKey[] = isApp ? ["restart"] : id === "codex" && scope === "project" ? ["trusted"] : [];
    lines.push(["merge", ...more]);
  }
  if (isApp && server[0] === "deno") lines.push(["full_path"]);
  if (isApp && isNpmCommand(server[0])) lines.push(["path_on_system"]);
  if (variables.length > 0) lines.push([isApp || scope === "any" ? "write_api_key" : "api_key"]);
  return lines;
}

/** The steps as data. They have no sentences, so they are the same in every language. */
export function configData({ id, name }: Host, steps: readonly Step[], platform: Platform) {
  return {
    host: id,
    name,
    steps: steps.map((step) => {
      const { scope, opens, roots, server, how } = step;
      const text = "command" in how
        ? { command: how.command, shell: copied(step, platform) }
        : { file: how.file, language: how.language, block: how.block } satisfies Block;
      return { scope, opens, roots, server, ...text };
    }),
  };
}
