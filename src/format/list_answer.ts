/**
 * The answer to list_files.
 * @module
 */
import type { Lang } from "../model/messages/lang.ts";
import type { ListedEntry, ListReport } from "../model/report.ts";
import type { Answer } from "./answer.ts";
import { renderFittingPage } from "./fit_budget.ts";
import type { CurrentCall } from "./current_call.ts";
import { absolutePath } from "./path_display.ts";
import { textPath } from "./safe_text.ts";
import type { RecordPage } from "./render_page.ts";

/** How to answer a listing. */
export interface ListAnswerOptions {
  readonly skip: number;
  /** Tokens; 0 = no budget. */
  readonly budget: number;
  readonly metadata: boolean;
  /** Absolute path of the project root; present if the caller wants absolute paths. */
  readonly absoluteFrom?: string;
  readonly notes: readonly string[];
  readonly hints: readonly string[];
  readonly lang: Lang;
  readonly currentCall: CurrentCall;
}

/** Answers with a page of entries, shortened to the budget. */
export function listAnswer(report: ListReport, options: ListAnswerOptions): Answer {
  const context = {
    lang: options.lang,
    currentCall: options.currentCall,
    budget: options.budget,
    report,
    totalUnit: "entries",
    searchedUnit: "entries",
    notes: options.notes,
    hints: options.hints,
  } as const;
  return renderFittingPage(entryPage(report, options), context).answer;
}

function entryPage(report: ListReport, options: ListAnswerOptions): RecordPage {
  return {
    unit: "entries",
    skip: options.skip,
    size: report.entries.length,
    total: report.total,
    isPaged: true,
    renderFirst(count) {
      const shown = report.entries.slice(0, count);
      return {
        fields: { entries: shown.map((entry) => entryFields(entry, options)) },
        lines: shown.map((entry) => entryLine(entry, options.metadata, displayedPath(entry, options))),
      };
    },
  };
}

function displayedPath({ path }: ListedEntry, { absoluteFrom }: ListAnswerOptions): string {
  return absoluteFrom === undefined ? path : absolutePath(absoluteFrom, path);
}

function entryFields(entry: ListedEntry, options: ListAnswerOptions): Record<string, unknown> {
  const fields = { path: displayedPath(entry, options), is_dir: entry.kind === "dir" };
  return options.metadata ? { ...fields, ...metadataFields(entry) } : fields;
}

function metadataFields({ path, kind, size, mtime }: ListedEntry): Record<string, unknown> {
  const ext = kind === "file" ? /[^/.][^/]*\.([^/.]+)$/.exec(path)?.[1] : undefined;
  return {
    ...(size !== undefined && { size_bytes: size }),
    ...(mtime !== undefined && { mtime }),
    ...(ext !== undefined && { ext }),
  };
}

/** A path, with `/` appended to a directory's. With metadata, its size in bytes and UNIX seconds follow after tabs. */
export function entryLine(entry: ListedEntry, metadata: boolean, path = entry.path): string {
  const text = textPath(entry.kind === "dir" && !path.endsWith("/") ? path + "/" : path);
  return metadata ? `${text}\t${entry.size ?? ""}\t${entry.mtime ?? ""}` : text;
}
