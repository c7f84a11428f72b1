/**
 * The answer to a listing.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import type { ListedEntry, ListReport } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import { fitting } from "./fit.ts";
import type { OwnCall } from "./own_call.ts";
import { absolute } from "./paths.ts";
import { textPath } from "./safe_text.ts";
import type { Sheet } from "./seal.ts";

/** How a listing wants to be answered. */
export interface ListWish {
  readonly skip: number;
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly metadata: boolean;
  /** Absolute path of the project root, where absolute paths are asked for. */
  readonly absoluteFrom?: string;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly lang: Lang;
  readonly own: OwnCall;
}

/** The page of entries, shortened to the budget. */
export function listAnswer(report: ListReport, wish: ListWish): Answer {
  const frame = {
    lang: wish.lang,
    own: wish.own,
    budget: wish.budget,
    report,
    totalUnit: "entries",
    searchedUnit: "entries",
    notes: wish.notes,
    hints: wish.hints,
  } as const;
  return fitting(listSheet(report, wish), frame).answer;
}

function listSheet(report: ListReport, wish: ListWish): Sheet {
  return {
    unit: "entries",
    skip: wish.skip,
    size: report.entries.length,
    total: report.total,
    paged: true,
    take(count) {
      const shown = report.entries.slice(0, count);
      return {
        fields: { entries: shown.map((entry) => entryFields(entry, wish)) },
        lines: shown.map((entry) => entryLine(entry, wish.metadata, pathOf(entry, wish))),
      };
    },
  };
}

function pathOf({ path }: ListedEntry, { absoluteFrom }: ListWish): string {
  return absoluteFrom === undefined ? path : absolute(absoluteFrom, path);
}

function entryFields(entry: ListedEntry, wish: ListWish): Record<string, unknown> {
  const fields = { path: pathOf(entry, wish), is_dir: entry.kind === "dir" };
  return wish.metadata ? { ...fields, ...metadataOf(entry) } : fields;
}

function metadataOf({ path, kind, size, mtime }: ListedEntry): Record<string, unknown> {
  const ext = kind === "file" ? /[^/.][^/]*\.([^/.]+)$/.exec(path)?.[1] : undefined;
  return {
    ...(size !== undefined && { size_bytes: size }),
    ...(mtime !== undefined && { mtime }),
    ...(ext !== undefined && { ext }),
  };
}

/** A path, a directory's with `/` behind it; with metadata, bytes and UNIX seconds behind tabs. */
export function entryLine(entry: ListedEntry, metadata: boolean, path = entry.path): string {
  const text = textPath(entry.kind === "dir" && !path.endsWith("/") ? path + "/" : path);
  return metadata ? `${text}\t${entry.size ?? ""}\t${entry.mtime ?? ""}` : text;
}
