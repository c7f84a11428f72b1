/**
 * The total_only form: one number.
 * @module
 */
import type { SearchReport } from "../model/report.ts";
import { type Sheet, singleSheet } from "./sheet.ts";

/** The total itself stands in every answer; here it is all of it. */
export function totalSheet(report: SearchReport): Sheet {
  return singleSheet("matches", { fields: {}, lines: [String(report.total)] });
}
