import { assertEquals } from "@std/assert";
import { toolsOf } from "../../src/toolsets/profiles.ts";

const words = (text: string) => text.split(/\s+/);

const FIND = words(
  "pattern glob types extensions exclude depth follow_symlinks hidden no_ignore size changed_within changed_before full_path_match",
);
const SEARCH = words(
  "query regex fixed_strings word case multiline include_globs exclude_globs follow_symlinks hidden no_ignore max_filesize " +
    "context_before context_after encoding max_count limit skip timeout_ms token_budget total_only count_only_matches " +
    "counts_by value_counts summary_only group_by_file spans optimize_paths absolute definitions enclosing",
);

/** From the contract, sections 2 (timeout_ms on tools that walk), 3 and 6. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  glob_files: words("pattern mode root hidden no_ignore timeout_ms"),
  list_files: ["roots", ...FIND, ...words("absolute metadata sort tree limit skip token_budget timeout_ms")],
  search_content: ["roots", "files", ...SEARCH],
  find_and_grep: [...new Set(["roots", ...FIND, ...SEARCH, "file_limit", "sort"])],
  read_file: words(
    "path reads outline symbol range_type offset_bytes max_bytes start_line max_lines line_numbers encoding token_budget",
  ),
  consult_files: words("files query model dry_run max_output_tokens"),
};

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  glob_files: ["pattern"],
  list_files: [],
  search_content: ["query"],
  find_and_grep: ["query"],
  read_file: [],
  consult_files: ["files", "query"],
};

Deno.test("each tool takes the contract's arguments and no others", () => {
  for (const { name, fields } of toolsOf("default")) {
    assertEquals(Object.keys(fields).sort(), [...ARGUMENTS[name]].sort(), name);
    const required = Object.entries(fields).flatMap(([field, { isRequired }]) => isRequired ? [field] : []);
    assertEquals(required.sort(), [...REQUIRED[name]].sort(), name);
  }
});

Deno.test("enumerated values are the contract's", () => {
  const choices = Object.fromEntries(
    toolsOf("default").flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, { kind: { schema } }]) => {
        const list = schema.enum ?? schema.items?.enum;
        return list ? [[`${name}.${field}`, list]] : [];
      })
    ),
  );
  assertEquals(choices, {
    "glob_files.mode": ["directories", "files"],
    "list_files.types": ["f", "d", "l", "x", "e"],
    "list_files.sort": ["path", "name", "size", "mtime"],
    "search_content.case": ["smart", "insensitive", "sensitive"],
    "search_content.counts_by": ["file", "directory", "extension"],
    "find_and_grep.types": ["f", "d", "l", "x", "e"],
    "find_and_grep.sort": ["path", "mtime", "size"],
    "find_and_grep.counts_by": ["file", "directory", "extension"],
    "find_and_grep.case": ["smart", "insensitive", "sensitive"],
    "read_file.range_type": ["bytes", "lines"],
  });
});

Deno.test("only consult_files is open-world", () => {
  assertEquals(toolsOf("default").filter((tool) => tool.openWorld).map((tool) => tool.name), ["consult_files"]);
});

Deno.test("an error answer satisfies every output schema, which some clients check", () => {
  const error = { error: { code: "NOT_FOUND", message: "m", hint: "h" } };
  const failing = toolsOf("default").filter(({ output }) => !output.safeParse(error).success).map((tool) => tool.name);
  assertEquals(failing, []);
});
