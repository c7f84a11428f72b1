/** Special files, unreadable files, and files with unusual contents or sizes. @module */
import type { AttackCase } from "../attack_case.ts";

const ALL = { roots: ["{here}"], query: "needle", hidden: true, no_ignore: true };
const KINDS = ["<fifo>", "<socket>", "<null device>"] as const;

/** Opening any of these could wait forever. */
const UNWAITED: readonly AttackCase[] = KINDS.flatMap((kind): AttackCase[] => [
  {
    name: `a ${kind.slice(1, -1)}, read`,
    needs: "linux",
    tree: { x: kind },
    call: ["read_file", { path: "{here}/x" }],
    must: { refused: "NOT_A_FILE" },
  },
  {
    name: `a ${kind.slice(1, -1)}, searched by name`,
    needs: "linux",
    tree: { x: kind },
    call: ["search_content", { files: ["{here}/x"], query: "." }],
    must: { total: 0, skipped: { special: 1 } },
  },
  {
    name: `a ${kind.slice(1, -1)} as the target of a link that a walk meets`,
    needs: "linux",
    tree: { "d/x": kind, l: { link: "d/x" }, "a.txt": "needle\n" },
    call: ["search_content", { ...ALL, follow_symlinks: true }],
    must: { paths: ["{here}/a.txt"], skipped: { special: 2 } },
  },
  ...[".gitignore", ".ignore", ".rgignore", ".git/info/exclude"].map((name): AttackCase => ({
    name: `a ${kind.slice(1, -1)} in place of ${name}`,
    needs: "linux",
    tree: { [name]: kind, "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { paths: ["{here}/a.txt"] },
  })),
]);

const MORE: readonly AttackCase[] = [
  {
    name: "a FIFO beside a valid file is not waited for",
    needs: "linux",
    tree: { x: "<fifo>", "a.txt": "needle\n" },
    call: ["search_content", { files: ["{here}/x", "{here}/a.txt"], query: "needle" }],
    must: { paths: ["{here}/a.txt"], skipped: { special: 1 } },
  },
  {
    name: "a FIFO as the root of a glob",
    needs: "linux",
    tree: { x: "<fifo>" },
    call: ["glob_files", { root: "{here}/x", pattern: "*" }],
    must: { refused: "NOT_A_DIRECTORY" },
  },
  {
    name: "a file that may not be read",
    needs: "modes",
    tree: { x: { text: "needle\n", mode: 0 } },
    call: ["read_file", { path: "{here}/x" }],
    must: { refused: "PERMISSION_DENIED" },
  },
  {
    name: "a file that may not be read, among others",
    needs: "modes",
    tree: { x: { text: "needle\n", mode: 0 }, "a.txt": "needle\n" },
    call: ["search_content", ALL],
    must: { paths: ["{here}/a.txt"], skipped: { unreadable: 1 } },
  },
  {
    name: "a directory that may not be read",
    needs: "modes",
    tree: { "a.txt": "needle\n", d: "<shut dir>" },
    call: ["search_content", ALL],
    must: { paths: ["{here}/a.txt"], skipped: { unreadable: 1 } },
  },
  {
    name: "ignore rules that may not be read",
    needs: "modes",
    tree: { ".gitignore": { text: "a.txt\n", mode: 0 }, "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "a sparse file of a terabyte, read at its end",
    tree: { big: { size: 2 ** 40 } },
    call: ["read_file", { path: "{here}/big", offset_bytes: 2 ** 40 - 10, encoding: "utf-8" }],
    must: { answers: true },
  },
  {
    name: "a sparse file of a terabyte, searched",
    tree: { big: { size: 2 ** 40 } },
    call: ["search_content", { ...ALL, max_filesize: "200M" }],
    must: { total: 0, skipped: { too_large: 1 } },
  },
  {
    name: "a sparse file of 150 MB of NULs is binary by its beginning",
    tree: { big: { size: 150 * 2 ** 20 } },
    call: ["search_content", { ...ALL, max_filesize: "200M" }],
    must: { total: 0, skipped: { binary: 1 } },
  },
  {
    name: "a read beyond the end",
    tree: { a: "inside\n" },
    call: ["read_file", { path: "{here}/a", offset_bytes: 2 ** 52 }],
    must: { answers: true },
  },
  {
    name: "the last lines of a file that has fewer",
    tree: { a: "inside\n" },
    call: ["read_file", { path: "{here}/a", start_line: -1_000_000_000 }],
    must: { answers: true, says: "inside" },
  },
  {
    name: "a file of nothing but line ends",
    tree: { a: { text: "\n", times: 1_000_000 } },
    call: ["search_content", { roots: ["{here}"], query: "^$", total_only: true }],
    must: { total: 1_000_000 },
  },
  {
    name: "a line of five million characters",
    tree: { a: { text: "needle ", times: 700_000 } },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { answers: true, says: "line_truncated" },
  },
  {
    name: "a line of five million characters, read",
    tree: { a: { text: "needle ", times: 700_000 } },
    call: ["read_file", { path: "{here}/a", start_line: 1, max_lines: 1 }],
    must: { answers: true },
  },
  {
    name: "a NUL after the first eight kilobytes",
    tree: { a: { bytes: "0a".repeat(9000) + "00" + "6e6565646c650a" } },
    call: ["search_content", ALL],
    must: { answers: true },
  },
  {
    name: "half of a UTF-16 character at the end",
    tree: { a: { bytes: "fffe 6e00 6500 6500 6400 6c00 6500 0a" } },
    call: ["search_content", ALL],
    must: { answers: true },
  },
  {
    name: "lone surrogates in UTF-16",
    tree: { a: { bytes: "fffe 00d8 6e00 6500 6500 6400 6c00 6500 00dc 0a00" } },
    call: ["search_content", ALL],
    must: { total: 1 },
  },
  {
    name: "bytes that are not UTF-8, shown",
    tree: { a: { bytes: "6e6565646c65 ff fe c0af eda080 f5 0a" } },
    call: ["search_content", ALL],
    must: { total: 1, says: "\uFFFD" },
  },
  {
    name: "a page that begins within a character",
    tree: { a: "ä".repeat(100) },
    call: ["read_file", { path: "{here}/a", offset_bytes: 3, max_bytes: 1 }],
    must: { answers: true },
  },
  {
    name: "a hard link to a file outside can't be distinguished from a file: as SECURITY.md says",
    tree: { "a.txt": "inside\n", "hard.txt": { hard: "{root}/alive.txt" } },
    call: ["read_file", { path: "{here}/hard.txt" }],
    must: { content: "1. alive" },
  },
];

/** The cases. */
export const SPECIAL: readonly AttackCase[] = [...UNWAITED, ...MORE];
