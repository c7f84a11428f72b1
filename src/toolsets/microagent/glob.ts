/**
 * glob: GlobTool of the document "Search Tools", which profile microagent follows exactly.
 * @module
 */
import * as z from "zod";
import { LONGER_TIMEOUT } from "../../format/error_answer.ts";
import { globPathsAnswer } from "../../format/exact/columns.ts";
import type { GlobRequest } from "../../model/request.ts";
import { defineTool } from "../define_tool.ts";
import { HINTS_FIELD } from "../answer_fields.ts";
import { required } from "../arguments/fields.ts";
import { TEXT } from "../arguments/kinds.ts";
import { PLACES } from "../default/fields.ts";
import { changeableBy, type ChangeArguments, zeroHints } from "../hints.ts";
import { directoryInGlob } from "./directory_in_glob.ts";

/** A directory goes before the pattern. */
const below = directoryInGlob((place, { pattern }) =>
  typeof pattern === "string" ? { pattern: `${place}/${pattern}` } : undefined
);

export const glob = defineTool({
  name: "glob",
  title: "Find files by glob",
  description: "Paths of the files matching a glob, relative to the base directory.\n" +
    "🎯 Start here or with grep; then read_file_lines for the lines that matter. Ignored and dot files are left out.",
  fields: {
    pattern: required(
      TEXT,
      "* (within a name), ** (any depth), ?, {a,b}: '**/*.tsp', 'src/**/*.cs'",
      "glob",
      [PLACES, below],
    ),
  },
  output: z.looseObject({ files: z.array(z.string()), ...HINTS_FIELD }),
  example: { pattern: "**/*.ts" },
  changes: LONGER_TIMEOUT,

  async handle({ pattern }, call) {
    const { context } = call, { timeoutMs } = context;
    const request: GlobRequest = {
      op: "glob",
      root: ".",
      pattern,
      mode: "files",
      hidden: false,
      noIgnore: false,
      limit: Number.MAX_SAFE_INTEGER,
      timeoutMs,
      explain: changeableBy(CHANGES),
    };
    const report = await context.run(request), hints = zeroHints(report, "files", call, CHANGES);
    return globPathsAnswer(report, { ...call.pageContext, hints });
  },
});

const CHANGES: ChangeArguments = { globs: ([pattern]) => ({ pattern }) };
