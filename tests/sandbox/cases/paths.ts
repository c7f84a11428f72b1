/** Paths that try to leave the root by their text alone. @module */
import type { AttackCall, AttackCase } from "../attack_case.ts";

/** Ways to write a place outside, and the allowed error codes of each. */
const OUT: readonly (readonly [what: string, path: string, ...codes: string[]])[] = [
  ["two dots through a directory that is there", "{here}/in/../../../outside/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["two dots through a file", "{here}/a.txt/../../../outside/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["two dots with dots and slashes between", ".//.././/outside/./secret.txt", "PATH_OUTSIDE_ROOT"],
  ["out and in again by the root's name", "../root/../outside/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["an absolute path with two dots in the root", "{root}/{here}/../../outside/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["a sibling whose name begins with the root's", "{root}-evil/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["the directory above, named", "{root}/../secret.txt", "PATH_OUTSIDE_ROOT"],
  ["the process by its number", "/proc/1/environ", "PATH_OUTSIDE_ROOT"],
  ["the process's own view of the disk", "/proc/self/root/etc/passwd", "PATH_OUTSIDE_ROOT"],
  ["a file URL", "file://{outside}/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["a file URL with one slash", "file:{outside}/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["a file URL in capitals", "FILE://{outside}/secret.txt", "PATH_OUTSIDE_ROOT"],
  ["a file URL with encoded dots", "file://{root}/%2e%2e/outside/secret.txt", "PATH_OUTSIDE_ROOT"],
  [
    "a file URL with an encoded slash",
    "file://{root}/..%2Foutside/secret.txt",
    "INVALID_ARGUMENT",
    "PATH_OUTSIDE_ROOT",
  ],
  ["a file URL with a query", "file://{outside}/secret.txt?inside", "PATH_OUTSIDE_ROOT"],
  ["a JSON literal", '"../outside/secret.txt\\u200b/../secret.txt"', "PATH_OUTSIDE_ROOT", "NOT_FOUND"],
  [
    "a JSON literal with escaped dots",
    '"\\u002e\\u002e/outside/\\u0001/../secret.txt"',
    "PATH_OUTSIDE_ROOT",
    "NOT_FOUND",
  ],
];

/** The path arguments of each tool. */
const INTO: readonly (readonly [what: string, (path: string) => AttackCall])[] = [
  ["read_file", (path) => ["read_file", { path }]],
  ["read_file, among reads", (path) => ["read_file", { reads: [path, { path, symbol: "secret" }] }]],
  ["read_file, an outline", (path) => ["read_file", { path, outline: true }]],
  ["read_file, a symbol", (path) => ["read_file", { path, symbol: "secret" }]],
  ["search_content, as a root", (path) => ["search_content", { roots: [path], query: ".", follow_symlinks: true }]],
  ["search_content, as a file", (path) => ["search_content", { files: [path], query: "." }]],
  ["list_files", (path) => ["list_files", { roots: [path], metadata: true, hidden: true, no_ignore: true }]],
  ["glob_files", (path) => ["glob_files", { root: path, pattern: "**/*", mode: "files" }]],
  ["find_and_grep", (path) => ["find_and_grep", { roots: [path], query: "." }]],
];

/** Every way to write it, in every tool. */
const EVERYWHERE: readonly AttackCase[] = OUT.flatMap(([what, path, ...codes]) =>
  INTO.map(([tool, call]): AttackCase => ({
    name: `${what}: ${tool}`,
    tree: { "a.txt": "inside\n", in: "<dir>" },
    call: call(path),
    must: { refused: codes },
  }))
);

const MORE: readonly AttackCase[] = [
  {
    name: "a valid root beside one outside does not admit it",
    tree: { "a.txt": "needle\n" },
    call: ["search_content", { roots: ["{here}", "../outside"], query: "." }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: "a valid file beside one outside does not admit it",
    tree: { "a.txt": "needle\n" },
    call: ["search_content", { files: ["{here}/a.txt", "{outside}/secret.txt"], query: "." }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: "two dots that stay inside are accepted",
    tree: { "a.txt": "inside\n", in: "<dir>" },
    call: ["read_file", { path: "{here}/in/../a.txt" }],
    must: { content: "1. inside" },
  },
  {
    name: "a file URL of a file inside is that file",
    tree: { "a b#c?.txt": "inside\n" },
    call: ["read_file", { path: "file://localhost{root}/{here}/a%20b%23c%3F.txt" }],
    must: { content: "1. inside" },
  },
  {
    name: "a file URL of another machine is refused as such",
    call: ["read_file", { path: "file://evil.example{root}/alive.txt" }],
    must: { refused: "INVALID_ARGUMENT" },
  },
  {
    name: "a file URL that ends in the middle of an escape",
    call: ["read_file", { path: "file://{root}/%c3%28%" }],
    must: { refused: ["INVALID_ARGUMENT", "NOT_FOUND"] },
  },
  {
    name: "percent signs twice encoded stay a name",
    call: ["read_file", { path: "%252e%252e/outside/secret.txt" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "overlong dots by percent sign stay a name",
    call: ["read_file", { path: "%c0%ae%c0%ae/outside/secret.txt" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "other schemes are names",
    call: ["read_file", { path: "http://127.0.0.1/outside/secret.txt" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "a data URL is a name",
    call: ["read_file", { path: "data:text/plain,hello" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "three dots are a name",
    tree: { ".../a.txt": "inside\n" },
    call: ["read_file", { path: "{here}/.../a.txt" }],
    must: { content: "1. inside" },
  },
  {
    name: "two dots and a blank are a name",
    tree: { ".. /a.txt": "inside\n" },
    call: ["read_file", { path: "{here}/.. /a.txt" }],
    must: { content: "1. inside" },
  },
  {
    name: "a tilde is a name",
    tree: { "~/.ssh/id": "inside\n" },
    call: ["read_file", { path: "{here}/~/.ssh/id" }],
    must: { content: "1. inside" },
  },
  {
    name: "variables of all shells stay names",
    call: ["read_file", { path: "${HOME}/%USERPROFILE%/$env:HOME/.netrc" }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "a lone surrogate does not become another file's name",
    tree: { "\uFFFD": "the wrong one\n" },
    call: ["read_file", { path: "{here}/\uD800" }],
    must: { refused: ["NOT_FOUND", "INVALID_ARGUMENT"] },
  },
  {
    name: "a NUL does not hide the text after it",
    tree: { "a.txt": "inside\n" },
    call: ["read_file", { path: "{here}/a.txt\u0000.png" }],
    must: { refused: "INVALID_ARGUMENT" },
  },
  {
    name: "nor does a NUL in a file URL",
    tree: { "a.txt": "inside\n" },
    call: ["read_file", { path: "file://{root}/{here}/a.txt%00.png" }],
    must: { refused: "INVALID_ARGUMENT" },
  },
  {
    name: "nor does a NUL in a JSON literal",
    tree: { "a.txt": "inside\n" },
    call: ["read_file", { path: '"{here}/a.txt\\u0000.png"' }],
    must: { refused: "INVALID_ARGUMENT" },
  },
  {
    name: "a NUL in a root",
    call: ["list_files", { roots: ["{here}\u0000/../outside"] }],
    must: { refused: "INVALID_ARGUMENT" },
  },
  {
    name: "a NUL in a glob",
    call: ["glob_files", { pattern: "*\u0000*" }],
    must: { refused: "INVALID_GLOB" },
  },
  {
    name: "thirty thousand steps up",
    call: ["read_file", { path: "../".repeat(30_000) + "etc/passwd" }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: "ten thousand steps down and up again",
    call: ["read_file", { path: "a/".repeat(10_000) + "../".repeat(10_001) + "outside/secret.txt" }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: "very many slashes",
    tree: { "a.txt": "inside\n" },
    call: ["read_file", { path: "{here}" + "/".repeat(3000) + "a.txt" }],
    must: { content: "1. inside" },
  },
  {
    name: "a file with a slash after it is not a directory",
    tree: { "a.txt": "inside\n" },
    call: ["list_files", { roots: ["{here}/a.txt/b"] }],
    must: { refused: ["NOT_FOUND", "NOT_A_DIRECTORY"] },
  },
  {
    name: "the root by its own absolute path, with dots",
    call: ["read_file", { path: "{root}/./alive.txt" }],
    must: { content: "1. alive" },
  },
  {
    name: "an empty path to read",
    call: ["read_file", { path: "" }],
    must: { refused: ["NOT_A_FILE", "INVALID_ARGUMENT"] },
  },
  {
    name: "a path of blanks",
    call: ["read_file", { path: "   " }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "suggestions for a path that does not exist are from inside",
    call: ["read_file", { path: "only-outside" }],
    must: { refused: "NOT_FOUND" },
  },
];

/** The cases. */
export const PATHS: readonly AttackCase[] = [...EVERYWHERE, ...MORE];
