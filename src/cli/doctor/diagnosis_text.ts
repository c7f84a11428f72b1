/**
 * A diagnosis as text: rows of a label and a value, then the verdict, and last what to do next.
 * @module
 */
import type { TemplateValues } from "../../model/messages/bilingual.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { columnWidth, padColumns } from "../terminal/column_width.ts";
import { type Diagnosis, grantedNames } from "./doctor.ts";
import { type DoctorKey, doctorMessage } from "./doctor_messages.ts";

/** A label and its value. */
type Row = readonly [label: DoctorKey, value: string];

/** A message of the doctor, in the language of the text. */
type Says = (key: DoctorKey, values?: TemplateValues) => string;

/** The diagnosis as text. @param lang of the labels */
export function diagnosisText(diagnosis: Diagnosis, lang: Lang): string {
  const { version, form, deno, problems, limitations, read, next } = diagnosis;
  const says: Says = (key, values) => doctorMessage(lang, key, values);
  const facts = factRows(diagnosis, says);
  const verdict = problems.length === 0 ? "in_force" : read === undefined ? "not_shown" : "too_wide";
  const conclusion: readonly Row[] = [
    ...limitations.map((text): Row => ["note", text]),
    ...problems.map((text): Row => ["problem", text]),
    ["sandbox", says(verdict)],
    ["next", next],
  ];
  const columns = Math.max(...[...facts, ...conclusion].map(([label]) => columnWidth(says(label)) + 2));
  const lines = (rows: readonly Row[]) => rows.map(([label, value]) => padColumns(`${says(label)}: `, columns) + value);
  return [says("title", { version, form: says(form), deno }), ...lines(facts), "", ...lines(conclusion)].join("\n");
}

function factRows(diagnosis: Diagnosis, says: Says): Row[] {
  const { roots, engine, main, cacheMb, network, consult, read, parsers, start } = diagnosis;
  return [
    ["roots", roots.join(", ")],
    ...(read === undefined ? [] : [["read", read] as const]),
    ["engine", engineText(engine, says)],
    ...(engine.mode === "in-process"
      ? []
      : [["main", says("main_holds", { permissions: heldText(main, says) })] as const]),
    ...(network === undefined
      ? []
      : [["network", says("network_holds", { permissions: heldText(network.permissions, says) })] as const]),
    ["parsers", says(parsers ? "parsers_load" : "parsers_missing")],
    ["fresh", freshnessText(diagnosis, says)],
    ["cache", cacheMb === 0 ? says("off") : says("megabytes", { n: cacheMb })],
    ["limits", limitsText(diagnosis, says)],
    ["consult", consult],
    ["start", start],
  ];
}

function engineText({ mode, threads: n, permissions: held }: Diagnosis["engine"], says: Says): string {
  const permissions = heldText(held, says);
  if (mode === "in-process") return says("in_process", { permissions });
  return says(n === 1 ? "on_thread" : "on_threads", { n, permissions });
}

function freshnessText({ freshness, mostWatched: n }: Diagnosis, says: Says): string {
  return freshness === "stat" || n === 0 ? says("all_looked_at") : says("some_watched", { n });
}

function limitsText({ timeoutMs, tokenBudget: n }: Diagnosis, says: Says): string {
  const tokens = n === 0 ? says("no_token_limit") : says(n === 1 ? "token_limit_of_one" : "token_limit", { n });
  return says("time_limit", { ms: timeoutMs, cap: LIMITS.timeoutMs.cap, tokens });
}

function heldText(permissions: Readonly<Record<string, string>>, says: Says): string {
  const held = grantedNames(permissions);
  return held.length === 0 ? says("no_permission") : held.join(", ");
}
