/**
 * Runs `fossick doctor`: prints the diagnosis, or why there is none, and in any case what to do next.
 * @module
 */
import { textContent } from "../../format/safe_text.ts";
import { UserError } from "../../model/messages/user_error.ts";
import type { Settings } from "../command_line/settings.ts";
import { settingsCommand } from "../command_line/settings_command.ts";
import { typedLine } from "../command_line/start_command.ts";
import { type OutputFormat, printErrorLine, printLine, wantsJson } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import { diagnosisText } from "./diagnosis_text.ts";
import { diagnose } from "./doctor.ts";
import { doctorMessage } from "./doctor_messages.ts";

/** The settings to examine, and how to print the result. */
interface DoctorCommand {
  readonly settings: Settings;
  readonly output: OutputFormat;
}

/**
 * @param needless permissions that were granted needlessly, and are given up already
 * @returns the exit code: 0 if the sandbox is in force, 1 if not, 2 if it can't be started
 */
export async function runDoctor({ settings, output }: DoctorCommand, needless: readonly string[]): Promise<number> {
  // JSON is the same in every language, since programs may look for its sentences.
  const isJson = wantsJson(output), lang = isJson ? "en" : settings.lang;
  try {
    const diagnosis = await diagnose({ ...settings, lang }, needless);
    printLine(isJson ? JSON.stringify(diagnosis) : diagnosisText(diagnosis, lang));
    return diagnosis.problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Arguments may come from file names, and must not control the terminal.
    for (const line of refusal(error, settings)) printErrorLine(textContent(line));
    return 2;
  }
}

/** Why it can't be started, and what to do about it. */
function refusal(error: UserError, settings: Settings): string[] {
  const { lang } = settings;
  const advice = error instanceof UsageError
    ? doctorMessage(lang, "start_with", { line: typedLine(error.example) })
    : doctorMessage(lang, "other_root", { narrow: settingsCommand(settings, { roots: ["DIR"] }) });
  return [`fossick: ${error.messages[lang]}`, `${doctorMessage(lang, "next")}: ${advice}`];
}
