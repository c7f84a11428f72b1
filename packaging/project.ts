/**
 * The project's metadata for its packages, and the directories where they are built.
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import manifest from "../deno.json" with { type: "json" };

/** The checkout's directory. */
export const CHECKOUT = fromFileUrl(new URL("../", import.meta.url));

/** The directory of packages. */
export const DIST = join(CHECKOUT, "dist");

/** The package's name. */
export const NAME = manifest.name;

/** The version of this checkout. */
export const VERSION = manifest.version;

/** One line on what fossick is; registries take at most 100 characters. */
export const SUMMARY = "Finds, searches and reads the files of one directory for a model, and can reach nothing else.";

/** Words under which registries list it. */
export const KEYWORDS: readonly string[] = ["mcp", "search", "files", "grep", "glob", "read-only", "sandbox"];

/** The author, as in LICENSE. */
export const AUTHOR = "fossick contributors";

/** The version of Deno in tests and in the README. */
export const DENO = "2.9.6";

/** The import map of deno.json, for import maps that extend it. */
export const IMPORTS: Readonly<Record<string, string>> = manifest.imports;

/** Deno's flags for the unstable features of deno.json, for programs that are started without it. */
export const UNSTABLE: readonly string[] = manifest.unstable;
