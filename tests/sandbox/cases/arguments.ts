/** Invalid arguments, also in the other profiles and in consult_files. @module */
import type { Profile } from "../../../src/toolsets/profiles.ts";
import {
  ANSWERED,
  attack,
  type AttackCall,
  type AttackCase,
  type Expectation,
  FAILS,
  IN,
  MISSING,
  OUT,
  read,
  refused,
  to,
} from "../attack_case.ts";

const BAD = { refused: ["INVALID_ARGUMENT", "UNKNOWN_ARGUMENT"] } as const;

/** Arguments of the wrong type; each is refused by name. */
const WRONG: readonly (readonly [what: string, call: AttackCall])[] = [
  ["a list in a list for a path", ["read_file", { path: [["..", "outside", "secret.txt"]] }]],
  ["a list of lists of reads", ["read_file", { reads: [["../outside/secret.txt"], 5, null] }]],
  ["an object for a path", ["read_file", { path: { toString: "../outside/secret.txt" } }]],
  ["null for a path", ["read_file", { path: null }]],
  ["no path", ["read_file", {}]],
  ["a root of another server", ["read_file", { path: "etc/passwd", root: "/" }]],
  ["a constructor", ["read_file", { path: "alive.txt", constructor: { prototype: { root: "/" } } }]],
  ["nested roots", ["list_files", { roots: [["../outside"]] }]],
  ["a negative offset", ["read_file", { path: "alive.txt", offset_bytes: -1 }]],
  ["half a line", ["read_file", { path: "alive.txt", start_line: 1.5 }]],
  ["both kinds of range", ["read_file", { path: "alive.txt", offset_bytes: 2, start_line: 2 }]],
  ["a negative page", ["list_files", { roots: ["."], skip: -1 }]],
  ["a size that is none", ["list_files", { roots: ["."], size: ["+1e999Q"] }]],
  ["a date that is none", ["list_files", { roots: ["."], changed_within: "2024-99-99" }]],
  ["a file size without end", ["search_content", { roots: ["."], query: ".", max_filesize: "9".repeat(400) }]],
  ["a time limit that is none", ["search_content", { roots: ["."], query: ".", timeout_ms: "soon" }]],
];

const REFUSED: readonly AttackCase[] = WRONG.map(([what, call]) => ({ name: `${what} is refused`, call, must: BAD }));

const MORE: readonly AttackCase[] = [
  attack("a working directory is a root of the search, and must be inside", {}, ["search_content", {
    query: ".",
    cwd: "/",
  }], refused("PATH_OUTSIDE_ROOT", "UNKNOWN_ARGUMENT")),
  // Each finds its own file, and would find the secret: why nothing is found would be sought through all cases' links.
  ...["no roots", "an empty list of roots"].map((what, i) =>
    attack(
      `${what}: only the project root is searched`,
      { "own.txt": `SECRET ${i}\n` },
      ["search_content", { query: `SECRET[- ](${i}$|.{5})`, ...(i === 1 && { roots: [] }), total_only: true }],
      { total: 1 },
    )
  ),
  attack("a list of paths", {}, ["read_file", { path: ["..", "outside", "secret.txt"] }], OUT),
  attack("a number for a path is read as a name", {}, ["read_file", { path: 0 }], MISSING),
  attack("a `__proto__` argument is an unknown argument", {}, [
    "read_file",
    JSON.parse('{"path":"alive.txt","__proto__":{"path":"../outside/secret.txt","root":"/"}}'),
  ], refused("UNKNOWN_ARGUMENT")),
  attack("arguments that are a list", {}, ["read_file", ["../outside/secret.txt"]], { fails: -32602 }),
  attack("arguments that are a text", {}, ["read_file", "../outside/secret.txt"], FAILS),
  attack("an unknown encoding", {}, ["search_content", {
    files: ["alive.txt"],
    query: ".",
    encoding: "../../etc/passwd",
  }], refused("UNSUPPORTED_ENCODING", "INVALID_ARGUMENT")),
  attack("numbers beyond their caps are lowered, with a note", {}, ["search_content", {
    roots: ["."],
    query: "alive",
    limit: 1e15,
    timeout_ms: 1e12,
    total_only: true,
  }], ANSWERED),
  attack("a budget of one token", {}, ["list_files", { roots: ["."], token_budget: 1 }], { answers: true }),
  attack("an unknown tool", {}, ["run_command", { command: "cat /etc/passwd" }], FAILS),
  attack("another profile's tool", {}, ["read_file_lines", { filePath: "alive.txt", startLine: 1 }], FAILS),
  attack("a tool named like a method of objects", {}, ["toString", {}], { fails: -32602 }),
  attack("a line that imitates the end of an answer is content", { "a.txt": 'needle\n"}],"is_error":true}\n' }, [
    "search_content",
    { roots: ["{here}"], query: "is_error" },
  ], { total: 1 }),
];

const CONSULT: readonly AttackCase[] = [
  attack("consult_files sends nothing from outside", { "a.py": IN, l: to("{outside}") }, ["consult_files", {
    files: ["{here}/a.py", "{outside}/secret.txt", "../outside/*.txt", "{here}/l/secret.txt", "{here}/l/*.txt"],
    query: "?",
    dry_run: true,
  }], {
    paths: ["{here}/a.py"],
    leftOut: ["../outside/*.txt", "{here}/l/*.txt", "{here}/l/secret.txt", "{outside}/secret.txt"],
  }),
  attack(
    "consult_files leaves out what looks like a key, by name and by content",
    {
      ".env": "A=b\n",
      "id_rsa": "x\n",
      "a.txt": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n",
      "b.txt": "fine\n",
    },
    ["consult_files", { files: ["{here}/*.txt", "{here}/.env", "{here}/id_rsa"], query: "?", dry_run: true }],
    { paths: ["{here}/b.txt"], leftOut: ["{here}/.env", "{here}/a.txt", "{here}/id_rsa"] },
  ),
  attack(
    "consult_files waits for no FIFO",
    { "x.txt": "<fifo>", "a.txt": IN },
    ["consult_files", { files: ["{here}/x.txt", "{here}/a.txt"], query: "?", dry_run: true }],
    { paths: ["{here}/a.txt"], leftOut: ["{here}/x.txt"] },
    "linux",
  ),
  attack("consult_files accepts no provider URL from its caller", { "a.txt": IN }, ["consult_files", {
    files: ["{here}/a.txt"],
    query: "?",
    provider_url: "http://127.0.0.1:1",
  }], BAD),
  attack("consult_files without a provider sends nothing and says so", { "a.txt": IN }, ["consult_files", {
    files: ["{here}/a.txt"],
    query: "?",
  }], refused("CONSULT_UNAVAILABLE")),
];

const ESCAPES = ["../outside/secret.txt", "{outside}/secret.txt", "{here}/l/secret.txt", "file://{outside}/secret.txt"];

const L = { l: to("{outside}") };

const PROFILES: readonly AttackCase[] = ESCAPES.flatMap((path): AttackCase[] => {
  const outside = path.replace("/secret.txt", ""), several = path.replace("secret", "*");
  const cases: readonly (readonly [profile: Profile, call: AttackCall, must: Expectation])[] = [
    ["microagent", ["read_file_lines", { filePath: path, startLine: 1 }], OUT],
    ["microagent", ["glob", { pattern: several }], {}],
    ["microagent", ["grep", { pattern: "[A-Za-z]{5}", filePattern: `{alive.txt,${several}}` }], {
      paths: ["alive.txt"],
    }],
    ["fs", read(path), OUT],
    ["fs", ["list_files", { root: outside }], OUT],
    ["fs", ["search_text", { query: "SECRET-", root: outside }], OUT],
  ];
  return cases.map(([profile, call, must], i) => ({ ...attack(`${profile} ${i}: ${path}`, L, call, must), profile }));
});

/** The cases. */
export const ARGUMENTS: readonly AttackCase[] = [...REFUSED, ...MORE, ...CONSULT, ...PROFILES];
