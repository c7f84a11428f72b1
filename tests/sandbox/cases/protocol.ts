/** Malformed messages, and attacks without tools: by resources, prompts, and methods that are not offered. @module */
import type { AttackCase } from "../attack_case.ts";

const GONE = { fails: [-32002, -32602] } as const;

/** Resources that might lead outside. */
const URIS: readonly (readonly [what: string, uri: string])[] = [
  ["two dots", "fossick://file/../outside/secret.txt"],
  ["encoded dots", "fossick://file/%2e%2e/outside/secret.txt"],
  ["encoded slashes", "fossick://file/..%2foutside%2fsecret.txt"],
  ["an absolute path", "fossick://file/{outside}/secret.txt"],
  ["an absolute path with two slashes", "fossick://file//{outside}/secret.txt"],
  ["a link", "fossick://file/{here}/l/secret.txt"],
  ["a file URL in it", "fossick://file/file://{outside}/secret.txt"],
  ["a host", "fossick://file@evil.example/../outside/secret.txt"],
  ["another scheme", "file://{outside}/secret.txt"],
  ["a NUL", "fossick://file/alive.txt%00"],
  ["a prefix of its own", "fossick://files/../outside/secret.txt"],
];

const RESOURCES: readonly AttackCase[] = URIS.map(([what, uri]): AttackCase => ({
  name: `a resource with ${what}`,
  tree: { l: { link: "{outside}" } },
  call: { method: "resources/read", params: { uri } },
  must: GONE,
}));

const COMPLETIONS: readonly AttackCase[] = ["../", "../outside/", "{outside}/", "{here}/l/", "/etc/pass", "/proc/self/"]
  .map(
    (value): AttackCase => ({
      name: `the completion of ${value}`,
      tree: { l: { link: "{outside}" } },
      call: {
        method: "completion/complete",
        params: { ref: { type: "ref/resource", uri: "fossick://file/{+path}" }, argument: { name: "path", value } },
      },
      must: { fails: -32601 },
    }),
  );

const PROMPTS: readonly AttackCase[] = ["explore_library", "organize_library", "search_first"].map((
  name,
): AttackCase => ({
  name: `the prompt ${name} does not read the paths in its arguments`,
  tree: { l: { link: "{outside}" } },
  call: { method: "prompts/get", params: { name, arguments: { path: "../outside", directory: "{here}/l" } } },
  must: {},
}));

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const NO_JSON = { says: '"id":null,"error":{"code":-32700' } as const;
const SILENT = { silent: true } as const;
const NO_REQUEST = { says: '"id":null,"error":{"code":-32600' } as const;

/** Lines that must neither end the server nor keep it busy. */
const LINES: readonly (readonly [what: string, line: string, AttackCase["must"]])[] = [
  ["no JSON", "{", NO_JSON],
  ["an empty line", "", SILENT],
  ["a bare text", '"initialize"', NO_REQUEST],
  ["a bare null", "null", NO_REQUEST],
  ["an empty batch", "[]", NO_REQUEST],
  ["lists in lists", nested(1000), NO_REQUEST],
  ["lists in lists without end", nested(100_000), NO_JSON],
  ["a prototype", '{"__proto__":{"jsonrpc":"2.0"},"method":"ping"}', NO_REQUEST],
  ["a notification of nothing known", '{"jsonrpc":"2.0","method":"notifications/evil"}', SILENT],
  [
    "a cancellation of nothing",
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}',
    SILENT,
  ],
  ["a cancellation without a number", '{"jsonrpc":"2.0","method":"notifications/cancelled"}', SILENT],
  [
    "progress of nothing",
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
    SILENT,
  ],
  ["an answer to what was not asked", '{"jsonrpc":"2.0","id":99,"result":{"roots":[{"uri":"file:///"}]}}', SILENT],
  ["roots that have changed", '{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}', SILENT],
];

const RAW: readonly AttackCase[] = LINES.map(([what, line, must]): AttackCase => ({
  name: `a line of ${what}`,
  call: { line },
  must,
}));

/** Malformed requests. */
const REQUESTS: readonly (readonly [what: string, method: string, params: unknown])[] = [
  ["an unknown method", "tools/destroy", {}],
  ["an empty method", "", {}],
  ["a method of objects", "__proto__", {}],
  ["a call without a name", "tools/call", {}],
  ["a call of a number", "tools/call", { name: 7 }],
  ["parameters that are a list", "tools/call", ["read_file"]],
  ["a resource without a URI", "resources/read", {}],
  ["a resource of a list", "resources/read", { uri: ["fossick://file/alive.txt"] }],
  ["a subscription", "resources/subscribe", { uri: "fossick://file/../outside/secret.txt" }],
  ["a prompt that there is not", "prompts/get", { name: "../outside" }],
  ["a completion of nothing", "completion/complete", {}],
  ["a cursor of one's own", "tools/list", { cursor: "../outside" }],
];

const REFUSED: readonly AttackCase[] = REQUESTS.map(([what, method, params]): AttackCase => ({
  name: `${what} is a protocol error or has no effect`,
  call: { method, params },
  must: {},
}));

/** The cases. */
export const PROTOCOL: readonly AttackCase[] = [...RESOURCES, ...COMPLETIONS, ...PROMPTS, ...RAW, ...REFUSED];
