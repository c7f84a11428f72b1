/** Special files, unreadable files, and files with unusual contents or sizes. @module */
import { ANSWERED, attack, type AttackCase, IN, NEEDLE, ONLY_A, read, refused, search, to } from "../attack_case.ts";

const ALL = { hidden: true, no_ignore: true };
const KINDS = ["<fifo>", "<socket>", "<null device>"] as const;

/** Opening any of these could wait forever. */
const UNWAITED: readonly AttackCase[] = KINDS.flatMap((kind): AttackCase[] => [
  attack(`a ${kind.slice(1, -1)}, read`, { x: kind }, read("{here}/x"), refused("NOT_A_FILE"), "linux"),
  attack(
    `a ${kind.slice(1, -1)}, searched by name`,
    { x: kind },
    ["search_content", { files: ["{here}/x"], query: "." }],
    { total: 0, skipped: { special: 1 } },
    "linux",
  ),
  attack(
    `a ${kind.slice(1, -1)} as the target of a link that a walk meets`,
    { "d/x": kind, l: to("d/x"), "a.txt": NEEDLE },
    search({ ...ALL, follow_symlinks: true }),
    { paths: ["{here}/a.txt"], skipped: { special: 2 } },
    "linux",
  ),
  ...[".gitignore", ".ignore", ".rgignore", ".git/info/exclude"].map((name): AttackCase => ({
    name: `a ${kind.slice(1, -1)} in place of ${name}`,
    needs: "linux",
    tree: { [name]: kind, "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { paths: ["{here}/a.txt"] },
  })),
]);

const MORE: readonly AttackCase[] = [
  attack(
    "a FIFO beside a valid file is not waited for",
    { x: "<fifo>", "a.txt": NEEDLE },
    ["search_content", { files: ["{here}/x", "{here}/a.txt"], query: "needle" }],
    { paths: ["{here}/a.txt"], skipped: { special: 1 } },
    "linux",
  ),
  attack(
    "a FIFO as a root",
    { x: "<fifo>" },
    ["glob_files", { root: "{here}/x", pattern: "*" }],
    refused("NOT_A_DIRECTORY"),
    "linux",
  ),
  attack(
    "an unreadable file",
    { x: { text: NEEDLE, mode: 0 } },
    read("{here}/x"),
    refused("PERMISSION_DENIED"),
    "modes",
  ),
  attack("a file that may not be read, among others", { x: { text: NEEDLE, mode: 0 }, "a.txt": NEEDLE }, search(ALL), {
    paths: ["{here}/a.txt"],
    skipped: { unreadable: 1 },
  }, "modes"),
  attack("a directory that may not be read", { "a.txt": NEEDLE, d: "<shut dir>" }, search(ALL), {
    paths: ["{here}/a.txt"],
    skipped: { unreadable: 1 },
  }, "modes"),
  attack(
    "unreadable rules",
    { ".gitignore": { text: "a.txt\n", mode: 0 }, "a.txt": NEEDLE },
    search(),
    ONLY_A,
    "modes",
  ),
  attack("a sparse file of a terabyte, read at its end", { big: { size: 2 ** 40 } }, ["read_file", {
    path: "{here}/big",
    offset_bytes: 2 ** 40 - 10,
    encoding: "utf-8",
  }], ANSWERED),
  attack(
    "a sparse file of a terabyte, searched",
    { big: { size: 2 ** 40 } },
    search({ ...ALL, max_filesize: "200M" }),
    { total: 0, skipped: { too_large: 1 } },
  ),
  attack(
    "a sparse file of 150 MB of NULs is binary by its beginning",
    { big: { size: 150 * 2 ** 20 } },
    search({ ...ALL, max_filesize: "200M" }),
    { total: 0, skipped: { binary: 1 } },
  ),
  attack("a read beyond the end", { a: IN }, ["read_file", { path: "{here}/a", offset_bytes: 2 ** 52 }], ANSWERED),
  attack("the last lines of a file that has fewer", { a: IN }, ["read_file", {
    path: "{here}/a",
    start_line: -1_000_000_000,
  }], { answers: true, says: "inside" }),
  attack("a file of nothing but line ends", { a: { text: "\n", times: 1_000_000 } }, ["search_content", {
    roots: ["{here}"],
    query: "^$",
    total_only: true,
  }], { total: 1_000_000 }),
  attack("a line of five million characters", { a: { text: "needle ", times: 700_000 } }, search(), {
    answers: true,
    says: "line_truncated",
  }),
  attack("a line of five million characters, read", { a: { text: "needle ", times: 700_000 } }, ["read_file", {
    path: "{here}/a",
    start_line: 1,
    max_lines: 1,
  }], ANSWERED),
  attack(
    "a NUL after the first eight kilobytes",
    { a: { bytes: "0a".repeat(9000) + "00" + "6e6565646c650a" } },
    search(ALL),
    ANSWERED,
  ),
  attack(
    "half of a UTF-16 character at the end",
    { a: { bytes: "fffe 6e00 6500 6500 6400 6c00 6500 0a" } },
    search(ALL),
    ANSWERED,
  ),
  attack(
    "lone surrogates in UTF-16",
    { a: { bytes: "fffe 00d8 6e00 6500 6500 6400 6c00 6500 00dc 0a00" } },
    search(ALL),
    { total: 1 },
  ),
  attack("bytes that are not UTF-8, shown", { a: { bytes: "6e6565646c65 ff fe c0af eda080 f5 0a" } }, search(ALL), {
    total: 1,
    says: "\uFFFD",
  }),
  attack("a page that begins within a character", { a: "ä".repeat(100) }, ["read_file", {
    path: "{here}/a",
    offset_bytes: 3,
    max_bytes: 1,
  }], ANSWERED),
  attack(
    "a hard link to a file outside can't be distinguished from a file: as SECURITY.md says",
    { "a.txt": IN, "hard.txt": { hard: "{root}/alive.txt" } },
    read("{here}/hard.txt"),
    { content: "1. alive" },
  ),
];

/** The cases. */
export const SPECIAL: readonly AttackCase[] = [...UNWAITED, ...MORE];
