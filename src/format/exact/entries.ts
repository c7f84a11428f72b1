/**
 * The answer to fs.list_files: `{entries, has_more}`.
 * @module
 */
import type { ListedEntry, ListReport } from "../../model/report.ts";
import type { Answer } from "../answer.ts";
import { entryLine } from "../listing.ts";
import { counted } from "../phrases.ts";
import type { Body } from "../seal.ts";
import { besidesFound, exactAnswer, footer, lookedAt } from "./exact.ts";
import { cutOfPage, type PageWish } from "./page.ts";

/** How a page of entries is wanted. */
export interface EntriesWish extends PageWish {
  readonly metadata: boolean;
}

/** The page of entries. */
export function entriesAnswer(report: ListReport, wish: EntriesWish): Answer {
  const { entries, total } = report;
  const take = (count: number): Body => {
    const shown = entries.slice(0, count);
    const cut = cutOfPage(report, count, entries.length, total, "entries", wish);
    const words = total === 0 ? [counted(wish.lang, "entries", 0)] : [];
    const fields = shown.map((entry) => entryFields(entry, wish));
    const lines = shown.map((entry) => entryLine(entry, wish.metadata));
    return {
      fields: {
        entries: fields,
        has_more: cut.hasMore,
        ...cut.cursor,
        ...besidesFound(report, "entries", cut.by, cut.hints, wish),
      },
      lines: [
        ...lines,
        ...footer([...words, ...lookedAt(report, "entries", wish.lang)], [
          ...wish.remarks ?? [],
          ...wish.notes,
          ...cut.sentences,
        ]),
      ],
    };
  };
  return exactAnswer({ size: entries.length, found: total > 0, take }, wish.budget);
}

function entryFields({ path, kind, size, mtime }: ListedEntry, { metadata }: EntriesWish): Record<string, unknown> {
  return {
    path,
    is_dir: kind === "dir",
    ...(metadata && size !== undefined && { size }),
    ...(metadata && mtime !== undefined && { modified: mtime }),
  };
}
