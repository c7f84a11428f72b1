/**
 * The total_only form: one number.
 * @module
 */
import type { SearchReport } from "../model/report.ts";
import type { Sheet } from "./sheet.ts";

/** The total itself stands in every answer; here it is all of it, and there is nothing to page. */
export function totalSheet({ total }: SearchReport): Sheet {
  return {
    unit: "matches",
    skip: 0,
    size: 0,
    total: 0,
    paged: false,
    take() {
      return { fields: {}, lines: [String(total)] };
    },
  };
}
