/**
 * An answer that is a list of records, before it is decided how many of them fit.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import type { Paths } from "./paths.ts";
import type { Unit } from "./phrases.ts";

/** What records make, or what stands beside an error: fields of the structured content, lines of the text. */
export interface Body {
  readonly fields: Record<string, unknown>;
  readonly lines: readonly string[];
  /** What is said of them. */
  readonly hints?: readonly string[];
}

/** One page of records, which can be cut behind any of them. */
export interface Sheet {
  /** What its records are. */
  readonly unit: Unit;
  /** Records before this page. */
  readonly skip: number;
  /** Records on this page. */
  readonly size: number;
  /** Records of all pages. */
  readonly total: number;
  /** The last record shown is cut to fit. */
  readonly isPartial?: boolean;
  /** Whether the call with a greater `skip` gives the next page. */
  readonly paged: boolean;
  /** The page with its first `count` records. */
  take(count: number): Body;
}

/** Which records of a search a sheet is to hold, and how their paths are written. */
export interface View {
  readonly paths: Paths;
  readonly skip: number;
  readonly limit: number;
  readonly lang: Lang;
  /** The encoding that was forced on the files. */
  readonly encoding?: string;
}
