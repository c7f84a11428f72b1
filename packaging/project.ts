/**
 * What every package of fossick says of it, and where they are built.
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import manifest from "../deno.json" with { type: "json" };

/** The checkout's directory. */
export const CHECKOUT = fromFileUrl(new URL("../", import.meta.url));

/** Where packages are put. */
export const DIST = join(CHECKOUT, "dist");

/** The name by which Deno knows it. */
export const NAME = manifest.name;

/** The version of this checkout. */
export const VERSION = manifest.version;

/** One line on what fossick is; registries take at most 100 characters. */
export const SUMMARY = "Finds, searches and reads the files of one directory for a model, and can reach nothing else.";

/** Whose work it is, as LICENSE has it. */
export const AUTHOR = "fossick contributors";

/** The Deno that it is tested with and the README names. */
export const DENO = "2.9.6";

/** The bare specifiers of deno.json, for import maps that add to them. */
export const IMPORTS: Readonly<Record<string, string>> = manifest.imports;

/** The switches of deno.json that a program started without it has to be given. */
export const UNSTABLE: readonly string[] = manifest.unstable;
