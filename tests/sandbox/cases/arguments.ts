/** Invalid arguments, also in the other profiles and in consult_files. @module */
import type { AttackCall, AttackCase } from "../attack_case.ts";

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
  {
    name: "a working directory is a root of the search, and must be inside",
    call: ["search_content", { query: ".", cwd: "/" }],
    must: { refused: ["PATH_OUTSIDE_ROOT", "UNKNOWN_ARGUMENT"] },
  },
  ...[{ query: "SECRET" }, { query: "SECRET", roots: [] }].map((args, i): AttackCase => ({
    name: `${["no roots", "an empty list of roots"][i]}: only the project root is searched`,
    call: ["search_content", { ...args, total_only: true }],
    must: { total: 0 },
  })),
  {
    name: "a list for a path is read as several paths",
    call: ["read_file", { path: ["..", "outside", "secret.txt"] }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: "a number for a path is read as a name",
    call: ["read_file", { path: 0 }],
    must: { refused: "NOT_FOUND" },
  },
  {
    name: "a `__proto__` argument is an unknown argument",
    call: ["read_file", JSON.parse('{"path":"alive.txt","__proto__":{"path":"../outside/secret.txt","root":"/"}}')],
    must: { refused: "UNKNOWN_ARGUMENT" },
  },
  {
    name: "arguments that are a list",
    call: ["read_file", ["../outside/secret.txt"]],
    must: { fails: -32602 },
  },
  {
    name: "arguments that are a text",
    call: ["read_file", "../outside/secret.txt"],
    must: { fails: -32602 },
  },
  {
    name: "an unknown encoding",
    call: ["search_content", { files: ["alive.txt"], query: ".", encoding: "../../etc/passwd" }],
    must: { refused: ["UNSUPPORTED_ENCODING", "INVALID_ARGUMENT"] },
  },
  {
    name: "numbers beyond their caps are lowered, with a note",
    call: ["search_content", { roots: ["."], query: "alive", limit: 1e15, timeout_ms: 1e12, total_only: true }],
    must: { answers: true },
  },
  {
    name: "a budget of one token",
    call: ["list_files", { roots: ["."], token_budget: 1 }],
    must: { answers: true },
  },
  {
    name: "an unknown tool",
    call: ["run_command", { command: "cat /etc/passwd" }],
    must: { fails: -32602 },
  },
  {
    name: "a tool of another profile",
    call: ["read_file_lines", { filePath: "alive.txt", startLine: 1 }],
    must: { fails: -32602 },
  },
  {
    name: "a tool named like a method of objects",
    call: ["toString", {}],
    must: { fails: -32602 },
  },
  {
    name: "a line that imitates the end of an answer is content",
    tree: { "a.txt": 'needle\n"}],"is_error":true}\n' },
    call: ["search_content", { roots: ["{here}"], query: "is_error" }],
    must: { total: 1 },
  },
];

const CONSULT: readonly AttackCase[] = [
  {
    name: "consult_files sends nothing from outside",
    tree: { "a.py": "inside\n", l: { link: "{outside}" } },
    call: ["consult_files", {
      files: ["{here}/a.py", "{outside}/secret.txt", "../outside/*.txt", "{here}/l/secret.txt", "{here}/l/*.txt"],
      query: "?",
      dry_run: true,
    }],
    must: {
      paths: ["{here}/a.py"],
      leftOut: ["../outside/*.txt", "{here}/l/*.txt", "{here}/l/secret.txt", "{outside}/secret.txt"],
    },
  },
  {
    name: "consult_files leaves out what looks like a key, by name and by content",
    tree: {
      ".env": "A=b\n",
      "id_rsa": "x\n",
      "a.txt": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n",
      "b.txt": "fine\n",
    },
    call: ["consult_files", { files: ["{here}/*.txt", "{here}/.env", "{here}/id_rsa"], query: "?", dry_run: true }],
    must: { paths: ["{here}/b.txt"], leftOut: ["{here}/.env", "{here}/a.txt", "{here}/id_rsa"] },
  },
  {
    name: "consult_files waits for no FIFO",
    needs: "linux",
    tree: { "x.txt": "<fifo>", "a.txt": "inside\n" },
    call: ["consult_files", { files: ["{here}/x.txt", "{here}/a.txt"], query: "?", dry_run: true }],
    must: { paths: ["{here}/a.txt"], leftOut: ["{here}/x.txt"] },
  },
  {
    name: "consult_files accepts no provider URL from its caller",
    tree: { "a.txt": "inside\n" },
    call: ["consult_files", { files: ["{here}/a.txt"], query: "?", provider_url: "http://127.0.0.1:1" }],
    must: BAD,
  },
  {
    name: "consult_files without a provider sends nothing and says so",
    tree: { "a.txt": "inside\n" },
    call: ["consult_files", { files: ["{here}/a.txt"], query: "?" }],
    must: { refused: "CONSULT_UNAVAILABLE" },
  },
];

const ESCAPES = ["../outside/secret.txt", "{outside}/secret.txt", "{here}/l/secret.txt", "file://{outside}/secret.txt"];

const MICROAGENT: readonly AttackCase[] = ESCAPES.flatMap((path): AttackCase[] => [
  {
    name: `microagent, read_file_lines: ${path}`,
    profile: "microagent",
    tree: { l: { link: "{outside}" } },
    call: ["read_file_lines", { filePath: path, startLine: 1 }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: `microagent, glob: ${path}`,
    profile: "microagent",
    tree: { l: { link: "{outside}" } },
    call: ["glob", { pattern: path.replace("secret", "*") }],
    must: {},
  },
  {
    name: `microagent, grep: ${path}`,
    profile: "microagent",
    tree: { l: { link: "{outside}" } },
    call: ["grep", { pattern: "[A-Z]{6}-", filePattern: path.replace("secret", "*") }],
    must: {},
  },
]);

const FS: readonly AttackCase[] = ESCAPES.flatMap((path): AttackCase[] => [
  {
    name: `fs, read_file: ${path}`,
    profile: "fs",
    tree: { l: { link: "{outside}" } },
    call: ["read_file", { path }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: `fs, list_files: ${path}`,
    profile: "fs",
    tree: { l: { link: "{outside}" } },
    call: ["list_files", { root: path.replace("/secret.txt", "") }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
  {
    name: `fs, search_text: ${path}`,
    profile: "fs",
    tree: { l: { link: "{outside}" } },
    call: ["search_text", { query: "SECRET-", root: path.replace("/secret.txt", "") }],
    must: { refused: "PATH_OUTSIDE_ROOT" },
  },
]);

/** The cases. */
export const ARGUMENTS: readonly AttackCase[] = [...REFUSED, ...MORE, ...CONSULT, ...MICROAGENT, ...FS];
