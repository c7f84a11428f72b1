/**
 * Finds what does not work, or works less well than it could, for lack of a thread, of parsers, or of a newer Deno.
 * @module
 */
import type { TemplateValues } from "../../model/messages/bilingual.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { whyNoWatcher } from "../../pool/create_engine.ts";
import type { EngineStatus } from "../../pool/engine.ts";
import { ENGINE_NOTICES } from "../../pool/engine_notices.ts";
import { readParserFile } from "../../pool/parser_files.ts";
import type { Settings } from "../command_line/settings.ts";
import { isNpmPackage, type RunningProgram } from "../command_line/start_command.ts";
import { isOlder } from "../runtime.ts";
import { type DoctorKey, doctorMessage } from "./doctor_messages.ts";
import type { Finding, FindingKey } from "./findings.ts";

/** Deno lists file names that are not UTF-8 from this version on. */
const LISTS_ALL_NAMES = "2.8.2";
/** fossick handles connections itself from this version of Deno on. */
const HANDLES_CONNECTIONS = "2.9.0";

/** Why the engine has no thread of its own, if it has none. */
export function threadFindings({ mode, reason }: EngineStatus, program: RunningProgram, lang: Lang): Finding[] {
  if (mode === "threads" || reason === undefined) return [];
  const text = doctorMessage(lang, "no_own_thread", { why: reason[lang] });
  return [{ key: threadKey(reason, program), text }];
}

function threadKey(reason: EngineStatus["reason"], program: RunningProgram): FindingKey {
  const { mainModule, isBinary } = program;
  if (reason === ENGINE_NOTICES.few_descriptors) return "few_descriptors";
  if (reason === ENGINE_NOTICES.no_threads_entry) return "no_threads_entry";
  if (!isBinary && (isNpmPackage(program.mainModule) || !mainModule.startsWith("file:"))) return "from_package";
  if (reason === ENGINE_NOTICES.no_deno_json) return "no_deno_json";
  return reason === ENGINE_NOTICES.narrow_grant ? "from_source" : "thread_refused";
}

/** The limitations of this version of Deno that these settings meet. */
export function denoFindings({ http, lang }: Settings, { deno, isBinary }: RunningProgram): Finding[] {
  const key = isBinary ? "old_binary" : "old_deno", says = messageWith(lang, { deno });
  return [
    ...(whyNoWatcher() === "old_deno" ? [says("old_watcher")] : []),
    ...(http !== undefined && isOlder(deno, HANDLES_CONNECTIONS) ? [says("old_http")] : []),
    ...(Deno.build.os !== "windows" && isOlder(deno, LISTS_ALL_NAMES) ? [says("old_names")] : []),
  ].map((text) => ({ key, text }));
}

function messageWith(lang: Lang, values: TemplateValues): (key: DoctorKey) => string {
  return (key) => doctorMessage(lang, key, values);
}

/** Whether the parsers of source code can be loaded; the smallest of their files is read. */
export async function parserFindings(lang: Lang): Promise<Finding[]> {
  try {
    await readParserFile("module");
    return [];
  } catch {
    return [{ key: "no_parsers", text: doctorMessage(lang, "no_parsers") }];
  }
}
