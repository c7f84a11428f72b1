/** Links. @module */
import type { AttackCase } from "../attack_case.ts";

const FOLLOW = { follow_symlinks: true, hidden: true, no_ignore: true };
const OUT = { refused: "PATH_OUTSIDE_ROOT" } as const;

/** Targets of links that must not be reached. */
const TARGETS: readonly (readonly [what: string, target: string, rest: string])[] = [
  ["the directory outside", "{outside}", "/secret.txt"],
  ["the directory outside, relative", "../../outside", "/secret.txt"],
  ["a sibling whose name begins with the root's", "{root}-evil", "/secret.txt"],
  ["the directory above the root", "{root}/..", "/secret.txt"],
  ["the file outside", "{outside}/secret.txt", ""],
  ["the top", "/", "/etc/passwd"],
  ["out and in again", "{outside}/../root/alive.txt", ""],
  ["the process's root", "/proc/self/root", "/etc/passwd"],
  ["the process's directory", "/proc/self/cwd", "/secret.txt"],
  ["the process's environment", "/proc/self/environ", ""],
  ["the process's memory map", "/proc/self/maps", ""],
  ["the process's first descriptor", "/proc/self/fd/0", ""],
  ["a thread's descriptors", "/proc/thread-self/fd", "/1"],
  ["standard input", "/dev/stdin", ""],
  ["the terminal", "/dev/tty", ""],
  ["a device without end", "/dev/urandom", ""],
  ["shared memory", "/dev/shm", ""],
  ["the kernel's settings", "/sys/kernel", "/notes"],
];

const TO_OUTSIDE: readonly AttackCase[] = TARGETS.flatMap(([what, link, rest]): AttackCase[] => [
  {
    name: `a link to ${what}, read`,
    needs: "linux",
    tree: { l: { link } },
    call: ["read_file", { path: `{here}/l${rest}` }],
    must: OUT,
  },
  {
    name: `a link to ${what}, walked and searched`,
    needs: "linux",
    tree: { "a.txt": "needle\n", l: { link } },
    call: ["search_content", { roots: ["{here}"], query: "[A-Za-z]", ...FOLLOW }],
    must: { paths: ["{here}/a.txt"], skipped: { outside_root: 1 } },
  },
]);

const MORE: readonly AttackCase[] = [
  {
    name: "a link to the outside is refused equally, whether its target exists or not",
    tree: { l: { link: "{outside}/secret.txt" }, m: { link: "{outside}/absent.txt" } },
    call: ["search_content", { files: ["{here}/l", "{here}/m"], query: "." }],
    must: OUT,
  },
  {
    name: "a link to a link to the outside",
    tree: { a: { link: "b" }, b: { link: "c" }, c: { link: "{outside}/d" } },
    call: ["read_file", { path: "{here}/a/secret.txt" }],
    must: OUT,
  },
  {
    name: "two dots after a link are resolved from its target, not from its name",
    tree: { "deep/down/x": "", l: { link: "deep/down" }, "secret.txt": "lexical\n", "deep/secret.txt": "real\n" },
    call: ["read_file", { path: "{here}/l/../secret.txt" }],
    must: { content: "1. real" },
  },
  {
    name: "two dots after a link at the top lead out",
    tree: { l: { link: "{root}" } },
    call: ["read_file", { path: "{here}/l/../outside/secret.txt" }],
    must: OUT,
  },
  {
    name: "a link whose text has two dots through itself",
    tree: { l: { link: "l/../../../outside/secret.txt" } },
    call: ["read_file", { path: "{here}/l" }],
    must: { refused: ["PATH_OUTSIDE_ROOT", "NOT_FOUND"] },
  },
  {
    name: "a link that leads to itself",
    tree: { l: { link: "l" } },
    call: ["read_file", { path: "{here}/l" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "links that lead to each other, walked",
    tree: { "d/a.txt": "needle\n", "d/up": { link: ".." }, "e/d": { link: "../d" }, "e/self": { link: "." } },
    call: ["search_content", { roots: ["{here}"], query: "needle", ...FOLLOW }],
    must: { answers: true, says: '"needle"' },
  },
  {
    name: "a link to the root, walked, does not go round",
    tree: { l: { link: "{root}/{here}" }, "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"], ...FOLLOW, types: ["f"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "a link inside is followed when it is asked for by name",
    tree: { "a.txt": "inside\n", l: { link: "a.txt" } },
    call: ["read_file", { path: "{here}/l" }],
    must: { content: "1. inside" },
  },
  {
    name: "a link inside is not followed when a walk meets it",
    tree: { "a.txt": "needle\n", l: { link: "a.txt" } },
    call: ["search_content", { roots: ["{here}"], query: "needle" }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "an absolute link inside is followed",
    tree: { "a.txt": "inside\n", l: { link: "{root}/{here}/a.txt" } },
    call: ["read_file", { path: "{here}/l" }],
    must: { content: "1. inside" },
  },
  {
    name: "a link with slashes and dots to spare is followed",
    tree: { "d/a.txt": "inside\n", l: { link: ".//./d///" } },
    call: ["read_file", { path: "{here}/l/a.txt" }],
    must: { content: "1. inside" },
  },
  {
    name: "a slash after a link to a file",
    tree: { "a.txt": "inside\n", l: { link: "a.txt" } },
    call: ["list_files", { roots: ["{here}/l/x"] }],
    must: { refused: ["NOT_FOUND", "NOT_A_DIRECTORY"] },
  },
  {
    name: "a link to the outside is listed as a link, and without its target",
    tree: { l: { link: "{outside}/secret.txt" } },
    call: ["list_files", { roots: ["{here}"], metadata: true }],
    must: { paths: ["{here}/l"], hides: "{outside}" },
  },
  {
    name: "sizes and dates of files outside don't come through a link",
    tree: { l: { link: "{outside}/secret.txt" } },
    call: ["list_files", { roots: ["{here}"], follow_symlinks: true, metadata: true, size: ["+1b"] }],
    must: { paths: [] },
  },
  {
    name: "whether a directory outside is empty doesn't come through a link",
    tree: { l: { link: "{outside}/d" } },
    call: ["list_files", { roots: ["{here}"], follow_symlinks: true, types: ["e"] }],
    must: { paths: [] },
  },
  {
    name: "a glob through a link to the outside",
    tree: { l: { link: "{outside}" } },
    call: ["glob_files", { pattern: "l/**", root: "{here}", mode: "files", hidden: true, no_ignore: true }],
    must: { paths: [] },
  },
  {
    name: "a glob for directories through a link to the outside",
    tree: { l: { link: "{outside}" } },
    call: ["glob_files", { pattern: "l/*/", root: "{here}", mode: "directories" }],
    must: { paths: [] },
  },
  {
    name: "a root that is a link to the outside",
    tree: { l: { link: "{outside}" } },
    call: ["glob_files", { pattern: "*", root: "{here}/l", mode: "files" }],
    must: OUT,
  },
  {
    name: "ignore rules are not read through a link to the outside",
    tree: { ".gitignore": { link: "{outside}/secret.txt" }, "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "nor by a .git that is a link",
    tree: { ".git": { link: "{outside}" }, "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"], hidden: true }],
    must: { answers: true, says: "a.txt" },
  },
  {
    name: "nor by a .git that is a file and names another place",
    tree: { ".git": "gitdir: {outside}\n", "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "nor by .git/commondir",
    tree: { ".git/commondir": "{outside}\n", ".git/HEAD": "ref: x\n", "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "nor by a setting in .git/config",
    tree: { ".git/config": "[core]\n\texcludesFile = {outside}/secret.txt\n", "a.txt": "needle\n" },
    call: ["list_files", { roots: ["{here}"] }],
    must: { paths: ["{here}/a.txt"] },
  },
  {
    name: "a shortened path does not lead through a link to the outside",
    tree: { l: { link: "{outside}" } },
    call: ["read_file", { path: "./{here}/./l/./secret.txt" }],
    must: OUT,
  },
  {
    name: "a JSON literal does not lead through a link to the outside",
    tree: { "l\u0001": { link: "{outside}" } },
    call: ["read_file", { path: '"{here}/l\\u0001/secret.txt"' }],
    must: OUT,
  },
  {
    name: "a file URL does not lead through a link to the outside",
    tree: { "l l": { link: "{outside}" } },
    call: ["read_file", { path: "file://{root}/{here}/l%20l/secret.txt" }],
    must: OUT,
  },
  {
    name: "forty links are followed, as the kernel follows them",
    tree: { "a.txt": "inside\n", ...chain(40) },
    call: ["read_file", { path: "{here}/l39" }],
    must: { content: "1. inside" },
  },
  {
    name: "more than forty are not",
    tree: { "a.txt": "inside\n", ...chain(45) },
    call: ["read_file", { path: "{here}/l44" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "a tree of links that doubles with each level ends",
    tree: doubling(24),
    call: ["search_content", { roots: ["{here}"], query: "needle", total_only: true, ...FOLLOW, timeout_ms: 300 }],
    must: {},
  },
  {
    name: "a path that doubles with each link ends",
    tree: doubling(24),
    call: ["read_file", { path: "{here}/d0/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/b/needle" }],
    must: { refused: "NOT_FOUND" },
  },
];

/** `l0` leads to a.txt, each further link to the one before. */
function chain(count: number): AttackCase["tree"] {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`l${i}`, { link: i === 0 ? "a.txt" : `l${i - 1}` }]),
  );
}

/** Directories with two links each to the next: 2^levels paths to the last. */
function doubling(levels: number): NonNullable<AttackCase["tree"]> {
  const entries = Array.from(
    { length: levels },
    (_, i) => ["a", "b"].map((name) => [`d${i}/${name}`, { link: `../d${i + 1}` }] as const),
  );
  return { ...Object.fromEntries(entries.flat()), [`d${levels}/needle.txt`]: "needle\n" };
}

/** The cases. */
export const LINKS: readonly AttackCase[] = [...TO_OUTSIDE, ...MORE];
