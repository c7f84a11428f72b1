/**
 * The budget ladder: from the richest form down to the first that fits.
 * @module
 */
import { type Form, FORMS } from "../model/form.ts";
import type { Answer } from "./answer.ts";
import { withinBudget } from "./fit.ts";
import { say } from "./phrases.ts";
import { type Frame, seal, type Sealed } from "./seal.ts";
import type { Sheet } from "./sheet.ts";

/** The form that was chosen. */
export interface Chosen {
  readonly answer: Answer;
  readonly form: Form;
}

/** A form's records from `skip` on, and what is said around them. */
export interface Rung {
  sheet(skip: number): Sheet;
  readonly frame: Frame;
}

/**
 * The richest form that fits whole; at the foot, the total, whatever it takes.
 * @param skip as the caller gave it: lines
 */
export function climbDown(rungOf: (form: Form) => Rung, skip: number): Chosen {
  const rung = rungOf("full");
  const sheet = rung.sheet(skip);
  const full = seal(sheet, sheet.size, rung.frame);
  if (withinBudget(full.tokens, rung.frame.budget)) return { answer: full.answer, form: "full" };
  let chosen: Chosen | undefined;
  for (const form of FORMS.slice(1)) {
    const sealed = instead(form, full.tokens, rungOf(form), skip);
    chosen = { answer: sealed.answer, form };
    if (withinBudget(sealed.tokens, rung.frame.budget)) break;
  }
  return chosen ?? { answer: full.answer, form: "full" };
}

/**
 * Records that are not lines can't be paged by the caller's `skip`, which counts lines: such a form
 * starts from its first record and offers no cursor.
 */
function instead(form: Form, tokens: number, { sheet, frame }: Rung, skip: number): Sealed {
  const byLine = form === "group_by_file";
  const records = byLine ? sheet(skip) : { ...sheet(0), paged: false };
  const { lang, budget, extra } = frame;
  return seal(records, records.size, {
    ...frame,
    degraded: true,
    notes: [...frame.notes, say(lang, "degraded", { from: "full", tokens, budget, form })],
    hints: byLine ? frame.hints : [...frame.hints, say(lang, "see_lines")],
    extra: {
      fields: { ...extra?.fields, format: form, degraded_from: "full" },
      status: extra?.status ?? [],
    },
  });
}
