/**
 * The budget ladder: from the richest form down to the first that fits.
 * @module
 */
import { type Form, FORMS } from "../model/form.ts";
import type { Answer } from "./answer.ts";
import { atMost, sealWhole } from "./fit.ts";
import { say, unitWord } from "./phrases.ts";
import { type Frame, seal } from "./seal.ts";
import type { Sheet } from "./sheet.ts";

/** The forms between the richest and the one that is given whatever it takes. */
const BETWEEN = FORMS.slice(1, -1);

/** Arguments without which no form is named. */
const NO_FORM = Object.fromEntries(FORMS.slice(1).map((form) => [form, undefined]));

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
 * The richest form that fits whole; at the foot, the total, whatever it takes. An answer without records is not
 * degraded: no form has less of them, and each would be longer by what is said of it.
 * @param skip as the caller gave it: lines
 */
export function climbDown(rungOf: (form: Form) => Rung, skip: number): Chosen {
  const { sheet: sheetFrom, frame: asked } = rungOf("full"), all = sheetFrom(skip);
  if (all.size === 0) return { answer: seal(all, 0, asked).answer, form: "full" };
  const full = sealWhole(all, asked);
  if (full.whole) return { answer: full.whole.answer, form: "full" };
  for (const form of BETWEEN) {
    const { whole } = sealWhole(...instead(form, full.tokens, rungOf(form), skip));
    if (whole) return { answer: whole.answer, form };
  }
  const [sheet, frame] = instead("total_only", full.tokens, rungOf("total_only"), skip);
  const { answer } = seal(sheet, sheet.size, frame);
  return { answer, form: "total_only" };
}

/**
 * Records that are not lines can't be paged by the caller's `skip`, which counts lines: such a form
 * starts from its first record and offers no cursor.
 */
function instead(form: Form, tokens: number, { sheet, frame }: Rung, skip: number): [Sheet, Frame] {
  const byLine = form === "group_by_file";
  const records = byLine ? sheet(skip) : { ...sheet(0), paged: false };
  const { lang, budget, extra } = frame, most = atMost(tokens);
  return [records, {
    ...frame,
    degraded: true,
    notes: [
      ...frame.notes,
      say(lang, "degraded", { from: "full", tokens: most, unit: unitWord(lang, "tokens", most), budget, form }),
    ],
    hints: byLine
      ? frame.hints
      : [...frame.hints, say(lang, "see_lines", { call: frame.own.mended({ ...NO_FORM, group_by_file: true }) })],
    extra: {
      fields: { ...extra?.fields, format: form, degraded_from: "full" },
      status: extra?.status ?? [],
    },
  }];
}
