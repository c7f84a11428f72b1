/**
 * Advice on each error code of a tool, for users who run the server.
 * @module
 */
import { FAULTS } from "../../src/model/messages/faults.ts";

/** An error code. */
export type Code = typeof FAULTS[keyof typeof FAULTS]["code"];

/** Advice for each code; the compiler checks that none is missing. Markdown. */
export const ADVICE: Readonly<Record<Code, string>> = {
  INVALID_ARGUMENT: "The model passed a value that the tool does not accept. The answer has a call that works, and " +
    "models correct themselves by it. If one keeps failing, compare its call with `fossick tools --json`.",
  UNKNOWN_ARGUMENT: "The tool has no argument of that name. The answer has the nearest names. Often the model knows " +
    "another server's tools: offer it only one of the two servers.",
  CONFLICTING_FORMATS: "An answer has one form. Keep one of `total_only`, `count_only_matches`, `value_counts`, " +
    "`summary_only`, `group_by_file`.",
  PATH_OUTSIDE_ROOT: "The path lies outside every root, or a link leads out of them. To open more, start the server " +
    "with a further `--root DIR`. The answer does not say whether the path exists.",
  NOT_FOUND: "The answer has the nearest existing paths. Paths are relative to the first root: see `roots` in the " +
    "doctor's output.",
  NOT_A_FILE: "The path is a directory, or a socket, device or pipe, which can't be read.",
  NOT_A_DIRECTORY: "The tool needs a directory, and the path is a file.",
  PERMISSION_DENIED: "The system refuses the file to the user who runs the server, or `--allow-read` does not cover " +
    "it. From `consult_files`: the file looks secret, so it is sent only if `--consult-allow GLOB` allows it.",
  INVALID_REGEX: "A query is a JavaScript regular expression, for one line. `fixed_strings` makes it plain text. " +
    "`multiline` lets a match cross lines.",
  INVALID_GLOB: "A glob has `*` within a name, `**` over directories, `?`, `[a-z]` and `{a,b}`. A `\\` before one of " +
    "these makes it plain.",
  TOO_LARGE: "Send fewer or smaller files. A search skips files over `max_filesize` (`10M`, at most `200M`), and " +
    "counts them.",
  BINARY_FILE: "The file has a NUL byte in its first 8 KiB. If it is text, name its `encoding`.",
  UNSUPPORTED_ENCODING: "Use a name from the WHATWG Encoding Standard, such as `shift_jis`.",
  TIMEOUT: "Nothing was found in time. Name fewer directories, or raise `--timeout-ms` (4000, at most 30000).",
  CANCELLED: "The host cancelled the call, or the user pressed Ctrl-C.",
  CHANGED_WHILE_READ: "Another program keeps writing to the file. Call again later.",
  PROVIDER_ERROR: "The model at `--provider-url` failed, and the answer has its message. After `UnknownIssuer`, give " +
    "Deno the certificate of your authority: `DENO_CERT=ca.pem`.",
  CONSULT_UNAVAILABLE: "The server has no model to ask. Start it with `--provider-url URL`. `dry_run` works without.",
  INTERNAL: "A bug in fossick, or a file that the disk can't give. After a bug, please report the id in the answer, " +
    "with the lines of the host's log that have the same id.",
};

/** All codes, in alphabetical order. */
export function codes(): Code[] {
  return [...new Set(Object.values(FAULTS).map(({ code }) => code))].toSorted();
}
