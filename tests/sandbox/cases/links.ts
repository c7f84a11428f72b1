/** Links. @module */
import {
  attack,
  type AttackCase,
  IN,
  INSIDE,
  list,
  MISSING,
  NEEDLE,
  ONLY_A,
  OUT,
  read,
  refused,
  search,
  to,
} from "../attack_case.ts";

const FOLLOW = { follow_symlinks: true, hidden: true, no_ignore: true };

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
  attack(`a link to ${what}, read`, { l: { link } }, ["read_file", { path: `{here}/l${rest}` }], OUT, "linux"),
  attack(
    `a link to ${what}, walked and searched`,
    { "a.txt": NEEDLE, l: { link } },
    ["search_content", { roots: ["{here}"], query: "[A-Za-z]", ...FOLLOW }],
    { paths: ["{here}/a.txt"], skipped: { outside_root: 1 } },
    "linux",
  ),
]);

const MORE: readonly AttackCase[] = [
  attack(
    "a link to the outside is refused equally, whether its target exists or not",
    { l: to("{outside}/secret.txt"), m: to("{outside}/absent.txt") },
    ["search_content", { files: ["{here}/l", "{here}/m"], query: "." }],
    OUT,
  ),
  attack("links to the outside", { a: to("b"), b: to("c"), c: to("{outside}/d") }, read("{here}/a/secret.txt"), OUT),
  attack(
    "two dots after a link are resolved from its target, not from its name",
    { "deep/down/x": "", l: to("deep/down"), "secret.txt": "lexical\n", "deep/secret.txt": "real\n" },
    read("{here}/l/../secret.txt"),
    { content: "1. real" },
  ),
  attack("two dots after a link at the top lead out", { l: to("{root}") }, read("{here}/l/../outside/secret.txt"), OUT),
  attack(
    "a link whose text has two dots through itself",
    { l: to("l/../../../outside/secret.txt") },
    read("{here}/l"),
    refused("PATH_OUTSIDE_ROOT", "NOT_FOUND"),
  ),
  attack("a link that leads to itself", { l: to("l") }, read("{here}/l"), MISSING),
  attack(
    "links that lead to each other, walked",
    { "d/a.txt": NEEDLE, "d/up": to(".."), "e/d": to("../d"), "e/self": to(".") },
    search(FOLLOW),
    { answers: true, says: '"needle"' },
  ),
  attack(
    "a link to the root, walked",
    { l: to("{root}/{here}"), "a.txt": NEEDLE },
    list({ ...FOLLOW, types: ["f"] }),
    ONLY_A,
  ),
  attack("a link inside is read by its name", { "a.txt": IN, l: to("a.txt") }, read("{here}/l"), INSIDE),
  attack("a link inside is not followed when a walk meets it", { "a.txt": NEEDLE, l: to("a.txt") }, search(), ONLY_A),
  attack(
    "an absolute link inside is followed",
    { "a.txt": IN, l: to("{root}/{here}/a.txt") },
    read("{here}/l"),
    INSIDE,
  ),
  attack("a link with slashes to spare", { "d/a.txt": IN, l: to(".//./d///") }, read("{here}/l/a.txt"), INSIDE),
  attack(
    "a slash after a link to a file",
    { "a.txt": IN, l: to("a.txt") },
    ["list_files", { roots: ["{here}/l/x"] }],
    refused("NOT_FOUND", "NOT_A_DIRECTORY"),
  ),
  attack("a link is listed without its target", { l: to("{outside}/secret.txt") }, list({ metadata: true }), {
    paths: ["{here}/l"],
    hides: "{outside}",
  }),
  attack(
    "sizes and dates of files outside",
    { l: to("{outside}/secret.txt") },
    list({ follow_symlinks: true, metadata: true, size: ["+1b"] }),
    { paths: [] },
  ),
  attack("emptiness of a directory outside", { l: to("{outside}/d") }, list({ follow_symlinks: true, types: ["e"] }), {
    paths: [],
  }),
  attack("a glob through a link to the outside", { l: to("{outside}") }, ["glob_files", {
    pattern: "l/**",
    root: "{here}",
    mode: "files",
    hidden: true,
    no_ignore: true,
  }], { paths: [] }),
  attack("a glob for directories through a link to the outside", { l: to("{outside}") }, ["glob_files", {
    pattern: "l/*/",
    root: "{here}",
    mode: "directories",
  }], { paths: [] }),
  attack("a root that is a link", { l: to("{outside}") }, ["glob_files", {
    pattern: "*",
    root: "{here}/l",
    mode: "files",
  }], OUT),
  attack("rules through a link", { ".gitignore": to("{outside}/secret.txt"), "a.txt": NEEDLE }, list(), ONLY_A),
  attack("a .git that is a link", { ".git": to("{outside}"), "a.txt": NEEDLE }, list({ hidden: true }), {
    answers: true,
    says: "a.txt",
  }),
  attack("a .git that names another place", { ".git": "gitdir: {outside}\n", "a.txt": NEEDLE }, list(), ONLY_A),
  attack(
    "a .git/commondir",
    { ".git/commondir": "{outside}\n", ".git/HEAD": "ref: x\n", "a.txt": NEEDLE },
    list(),
    ONLY_A,
  ),
  attack(
    "a setting in .git/config",
    { ".git/config": "[core]\n\texcludesFile = {outside}/secret.txt\n", "a.txt": NEEDLE },
    list(),
    ONLY_A,
  ),
  attack("a path with dots, through a link", { l: to("{outside}") }, read("./{here}/./l/./secret.txt"), OUT),
  attack("a JSON literal, through a link", { "l\u0001": to("{outside}") }, read('"{here}/l\\u0001/secret.txt"'), OUT),
  attack("a file URL, through a link", { "l l": to("{outside}") }, read("file://{root}/{here}/l%20l/secret.txt"), OUT),
  attack("forty links are followed", { "a.txt": IN, ...chain(40) }, read("{here}/l39"), INSIDE),
  attack("more than forty are not", { "a.txt": IN, ...chain(45) }, read("{here}/l44"), MISSING),
  attack(
    "a tree of links that doubles with each level ends",
    doubling(24),
    search({ total_only: true, ...FOLLOW, timeout_ms: 300 }),
    {},
  ),
  attack(
    "a path that doubles with each link ends",
    doubling(24),
    read("{here}/d0/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/b/needle"),
    MISSING,
  ),
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
