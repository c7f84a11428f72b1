/** Paths that try to leave the root by their text alone. @module */
import {
  attack,
  type AttackCall,
  type AttackCase,
  IN,
  INSIDE,
  INVALID,
  MISSING,
  NEEDLE,
  OUT,
  read,
  refused,
} from "../attack_case.ts";

/** Ways to write a place outside, and the allowed error codes of each. */
const OUTWARD: readonly (readonly [what: string, path: string, ...codes: string[]])[] = [
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
const EVERYWHERE: readonly AttackCase[] = OUTWARD.flatMap(([what, path, ...codes]) =>
  INTO.map(([tool, call]): AttackCase => ({
    name: `${what}: ${tool}`,
    tree: { "a.txt": "inside\n", in: "<dir>" },
    call: call(path),
    must: { refused: codes },
  }))
);

const MORE: readonly AttackCase[] = [
  attack("a valid root beside one outside does not admit it", { "a.txt": NEEDLE }, ["search_content", {
    roots: ["{here}", "../outside"],
    query: ".",
  }], refused("PATH_OUTSIDE_ROOT")),
  attack("a valid file beside one outside does not admit it", { "a.txt": NEEDLE }, ["search_content", {
    files: ["{here}/a.txt", "{outside}/secret.txt"],
    query: ".",
  }], refused("PATH_OUTSIDE_ROOT")),
  attack("two dots that stay inside are accepted", { "a.txt": IN, in: "<dir>" }, read("{here}/in/../a.txt"), INSIDE),
  attack(
    "a file URL of a file inside is that file",
    { "a b#c?.txt": IN },
    read("file://localhost{root}/{here}/a%20b%23c%3F.txt"),
    INSIDE,
  ),
  attack("a file URL of another machine is refused as such", {}, read("file://evil.example{root}/alive.txt"), INVALID),
  attack(
    "a file URL that ends in the middle of an escape",
    {},
    read("file://{root}/%c3%28%"),
    refused("INVALID_ARGUMENT", "NOT_FOUND"),
  ),
  attack("percent signs twice encoded stay a name", {}, read("%252e%252e/outside/secret.txt"), MISSING),
  attack("overlong dots by percent sign stay a name", {}, read("%c0%ae%c0%ae/outside/secret.txt"), MISSING),
  attack("other schemes are names", {}, read("http://127.0.0.1/outside/secret.txt"), MISSING),
  attack("a data URL is a name", {}, read("data:text/plain,hello"), MISSING),
  attack("three dots are a name", { ".../a.txt": IN }, read("{here}/.../a.txt"), INSIDE),
  attack("two dots and a blank are a name", { ".. /a.txt": IN }, read("{here}/.. /a.txt"), INSIDE),
  attack("a tilde is a name", { "~/.ssh/id": IN }, read("{here}/~/.ssh/id"), INSIDE),
  attack("variables of all shells stay names", {}, read("${HOME}/%USERPROFILE%/$env:HOME/.netrc"), MISSING),
  attack(
    "a lone surrogate",
    { "\uFFFD": "the wrong one\n" },
    read("{here}/\uD800"),
    refused("NOT_FOUND", "INVALID_ARGUMENT"),
  ),
  attack("a NUL does not hide the text after it", { "a.txt": IN }, read("{here}/a.txt\u0000.png"), INVALID),
  attack("nor does a NUL in a file URL", { "a.txt": IN }, read("file://{root}/{here}/a.txt%00.png"), INVALID),
  attack("nor does a NUL in a JSON literal", { "a.txt": IN }, read('"{here}/a.txt\\u0000.png"'), INVALID),
  attack("a NUL in a root", {}, ["list_files", { roots: ["{here}\u0000/../outside"] }], INVALID),
  attack("a NUL in a glob", {}, ["glob_files", { pattern: "*\u0000*" }], refused("INVALID_GLOB")),
  attack("thirty thousand steps up", {}, ["read_file", { path: "../".repeat(30_000) + "etc/passwd" }], OUT),
  attack("ten thousand steps down and up again", {}, ["read_file", {
    path: "a/".repeat(10_000) + "../".repeat(10_001) + "outside/secret.txt",
  }], refused("PATH_OUTSIDE_ROOT")),
  attack("very many slashes", { "a.txt": IN }, read("{here}" + "/".repeat(3000) + "a.txt"), INSIDE),
  attack("a file with a slash after it is not a directory", { "a.txt": IN }, ["list_files", {
    roots: ["{here}/a.txt/b"],
  }], refused("NOT_FOUND", "NOT_A_DIRECTORY")),
  attack("the root by its own absolute path, with dots", {}, read("{root}/./alive.txt"), { content: "1. alive" }),
  attack("an empty path to read", {}, read(""), refused("NOT_A_FILE", "INVALID_ARGUMENT")),
  attack("a path of blanks", {}, read("   "), MISSING),
  attack("suggestions for a path that does not exist are from inside", {}, read("only-outside"), MISSING),
];

/** The cases. */
export const PATHS: readonly AttackCase[] = [...EVERYWHERE, ...MORE];
