/**
 * Directories in globs, for tools without an argument for a directory.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import { escapeGlob } from "../../model/escape_glob.ts";
import type { Meaning } from "../arguments/fields.ts";

/** A directory as part of a glob; the base directory means nothing. */
export function directoryInGlob(toArgs: (place: string, others: Args) => Args | undefined): Meaning {
  return (path, others) => {
    if (typeof path !== "string") return undefined;
    const place = path.replace(/^(?:\.\/+)+|(?<!\/)\/+$/g, "");
    return place === "" || place === "." ? {} : toArgs(escapeGlob(place), others);
  };
}
