/**
 * The form value_counts: the texts that matched, each with its counts.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { SearchReport, ValueCount } from "../../model/search_report.ts";
import { totalPhrase } from "../phrases.ts";
import type { PageSelection, RecordPage } from "../render_page.ts";
import { quoteIfUnclear } from "../safe_text.ts";

/** Records are values, those with most matches first. */
export function valuePage({ values, filesMatched, total }: SearchReport, { skip }: PageSelection): RecordPage {
  const { page = [], distinct = 0, isCut = false } = values ?? {};
  const columns = columnsOf(page, filesMatched);
  return {
    unit: "values",
    skip,
    size: page.length,
    total: distinct,
    ...(total > 0 && { statedTotal: totalPhrase("values", { total: distinct, ...isCut && { cutBy: "limit" } }) }),
    isPaged: true,
    renderFirst(count) {
      const shown = page.slice(0, count);
      return {
        fields: { distinct, ...(isCut && { distinct_is_exact: false }), values: shown.map(valueFields) },
        lines: [
          ...(count > 0 ? columns.head : []),
          ...shown.map((one) => `${columns.counts(one)} ${quoteIfUnclear(one.value)}`),
        ],
        hits: [],
        hints: isCut
          ? [
            `Only the first ${LIMITS.values.distinct} values were counted, or those that memory has room for: narrow the query or roots.`,
          ]
          : [],
      };
    },
  };
}

function valueFields({ value, isCut, count, files }: ValueCount): Record<string, unknown> {
  return { value, ...(isCut && { value_truncated: true }), count, files };
}

/** The numbers before a value, and the line that names them. */
interface Columns {
  readonly head: readonly string[];
  counts(value: ValueCount): string;
}

/** The number of files is left out where it says nothing: if one file has all matches, or no file has a value twice. */
function columnsOf(page: readonly ValueCount[], filesMatched: number): Columns {
  const counts = ({ count }: ValueCount) => String(count);
  if (filesMatched < 2) return { head: [], counts };
  if (page.every(({ count, files }) => count === files)) return { head: ["[count = files, value]"], counts };
  return { head: ["[count, files, value]"], counts: ({ count, files }) => `${count} ${files}` };
}
