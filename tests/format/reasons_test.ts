/** Every reason is given by some fault, in that fault's language. */
import { collectAnswer } from "../../src/consult/answer_stream.ts";
import { buildPrompt } from "../../src/consult/build_prompt.ts";
import { Deadline } from "../../src/consult/deadline.ts";
import { type ApiRequest, Endpoint, type Send } from "../../src/consult/endpoint.ts";
import { providerFault } from "../../src/consult/provider_fault.ts";
import { Redaction } from "../../src/consult/redaction.ts";
import { AccessError, toolErrorOf } from "../../src/door/access_error.ts";
import { compileNameTest } from "../../src/engine/find/entry_filter.ts";
import { compilePathGlob, Overrides } from "../../src/engine/glob/overrides.ts";
import { sendableText } from "../../src/engine/manifest/sendable_text.ts";
import { compileQuery } from "../../src/engine/matcher/compile_query.ts";
import { globFiles } from "../../src/engine/ops/glob_files.ts";
import { errorAnswer, reasonWords } from "../../src/format/error_answer.ts";
import { type Reason, type ReasonKey, REASONS } from "../../src/model/messages/reasons.ts";
import { type FaultParams, ToolError } from "../../src/model/messages/tool_error.ts";
import { UnknownStatusError } from "../../src/model/outgoing_request.ts";
import { FakeClock } from "../consult/fake_clock.ts";
import { openDoor } from "../door/support/open_door.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { bytesFile, MemoryDoor } from "../engine/memory_door.ts";
import { globFor, searchFor } from "../engine/requests.ts";
import { tempTree } from "../program.ts";
import { assert, assertEquals } from "@std/assert";

const LANGS = ["en", "ja"] as const;
const TOOL = { name: "search_content", example: { roots: ["."], query: "TODO" } };
const ASKED = { host: "host", model: "m", models: [], redaction: new Redaction() };

/** Code that throws a fault or returns its data. */
type Refused = () => unknown;

function query(pattern: string): Refused {
  return () => compileQuery(searchFor(pattern).query);
}

function glob(pattern: string): Refused {
  return () => compilePathGlob(pattern);
}

function special(kind: ReasonKey): Refused {
  return () => toolErrorOf(new AccessError("not_a_file", kind), "some");
}

/** Secrets are given in parts, so that no scanner finds any in this file. */
function secret(...parts: string[]): Refused {
  return () => {
    const door = new MemoryDoor({ some: bytesFile(new TextEncoder().encode(parts.join(""))) });
    return sendableText(door.open({ path: "some" }), "some", false);
  };
}

function answered(text: string): Refused {
  return () => collectAnswer(new Blob([text]).stream(), false, ASKED, () => {});
}

/** Sends a request, with `send` in place of the network. */
function requested(send: Send, method: ApiRequest["method"] = "GET"): Refused {
  return async () => {
    const clock = new FakeClock(() => false), call = { method, path: "/models", attempts: 1 };
    using deadline = new Deadline("host", clock);
    return await new Endpoint({ url: "http://host/v1" }, send, clock).request(call, deadline);
  };
}

function redirected(status: number, location: string): Refused {
  return requested(() => Promise.resolve(new Response(null, { status, headers: { location } })), "POST");
}

function emptyGlob(): unknown {
  using files = tempTree({});
  return finish(globFiles(globFor(""), jobOn(openDoor([files.path]))));
}

/** Code that turns a system error into a fault. */
function system(code: string): Refused {
  return () => toolErrorOf(Object.assign(new Error(), { code }), "some");
}

/** For each reason, code that is refused for it. The compiler checks that none is missing. */
const GIVEN: Readonly<Record<ReasonKey, Refused>> = {
  group_unclosed: query("foo("),
  group_unopened: query("foo)"),
  group_kind: query("(?*a)"),
  group_name: query("(?<1>a)"),
  group_unknown: query("\\k<nobody>"),
  group_ambiguous: query("(?<twin>a)|(?<twin>b)\\k<twin>"),
  comment_unclosed: query("a(?#b"),
  flag_missing: query("(?:a)(?)"),
  flag_unknown: query("(?U)a"),
  flag_unicode: query("(?-u)a"),
  recursion: query("(?R)"),
  atomic: query("(?>a)"),
  conditional: query("(?(1)a|b)"),
  branch_reset: query("(?|a|b)"),
  class_unclosed: query("a[b"),
  class_empty: query("int[] a"),
  class_operand: query("[[a-z]&&b]"),
  class_escape: query("[\\B]"),
  class_range: query("[z-a]"),
  posix_unknown: query("[[:nope:]]"),
  repeat_nothing: query("*a"),
  repeat_twice: query("a**"),
  repeat_order: query("a{3,2}"),
  possessive: query("C++"),
  escape_nothing: query("a\\"),
  escape_unknown: query("\\y"),
  escape_hex: query("\\x4"),
  escape_beyond: query("\\u{110000}"),
  escape_control: query("\\c1"),
  escape_octal: query("\\012"),
  escape_N: query("\\N{BULLET}"),
  escape_K: query("a\\Kb"),
  escape_G: query("\\Ga"),
  escape_X: query("\\X"),
  escape_g: query("(a)\\g1"),
  property_unnamed: query("\\p{"),
  property_unknown: () => compileNameTest({ pattern: "\\p{Nope}", syntax: "regex", fullPath: false }),
  characters: query("a".repeat(100_001)),
  repeat: query("a{99999999}"),
  repeats_multiplied: query("((a{1000}){1000}){1000}"),
  optional_parts: query("a?".repeat(5000) + "b"),
  groups_deep: query("(".repeat(300) + ")".repeat(300)),
  classes_deep: query("[a&&".repeat(300) + "[b]" + "]".repeat(300)),
  classes_within: query("[a--[b]]".repeat(2000)),
  tables: query("\\w".repeat(1000)),
  no_room: query("[^a]".repeat(20_000)),
  glob_empty: emptyGlob,
  glob_nul: glob("a\0b"),
  glob_wildcards: glob("*a".repeat(101)),
  globs_wildcards: () => new Overrides(Array.from({ length: 30 }, () => "*a".repeat(99))),
  brace_unclosed: glob("{a,b"),
  brace_unopened: glob("a}"),
  braces_deep: glob("{".repeat(101) + "}".repeat(101)),
  bracket_unclosed: glob("[a"),
  glob_escape: glob("a\\"),
  glob_range: glob("[z-a]"),
  link: special("link"),
  fifo: special("fifo"),
  socket: special("socket"),
  device: special("device"),
  device_error: system("EIO"),
  too_many_open: system("EMFILE"),
  no_memory: system("ENOMEM"),
  stale_handle: system("ESTALE"),
  no_reply: system("ETIMEDOUT"),
  in_use: system("EBUSY"),
  system_error: system("EOVERFLOW"),
  no_file: () => toolErrorOf(Object.assign(new Error(), { code: "ENXIO" }), "some"),
  private_key: secret("-----BEGIN", " PRIVATE KEY-----\nMIIEvQ"),
  aws_key: secret("AKIA", "IOSFODNN7EXAMPLE"),
  google_key: secret("AIza", "SyA-1234567890_abcdefghijklmnopqrst"),
  google_token: secret("ya29.", "a0AfB_byC-1234567890"),
  azure_key: secret("AccountKey=", "ab12".repeat(22)),
  github_token: secret("ghp_", "a1B2".repeat(9)),
  gitlab_token: secret("glpat-", "x1y2z3x1y2z3x1y2z3x1"),
  slack_token: secret("xoxb-", "1234567890-abcdef"),
  slack_webhook: secret("hooks.slack.com/", "services/T0123456/B01/abc"),
  stripe_key: secret("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"),
  provider_key: secret("sk-proj-", "abcdefghij1234567890KLMN"),
  npm_token: secret("npm_", "a1B2".repeat(9)),
  pypi_token: secret("pypi-", "AgEIcHlwaS5vcmc".repeat(3)),
  web_token: secret("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.", "dozjgNryP4J3jVmNHl0w5N"),
  vendor_token: secret("GOCSPX-", "a1B2c3D4".repeat(4)),
  basic_credentials: secret("Authorization: Basic ", btoa("app:hunter2hunter2")),
  url_password: secret("postgres://app:", "s3cr3tPhrase@db.internal:5432/app"),
  password_file: secret("localhost:5432:app:app", ":s3cr3tPhrase"),
  random_secret: secret("password = ", '"Tr0ub4dor&3!xyz"'),
  unexplained: () => providerFault(418, { message: "", code: "" }, ASKED),
  unknown_status: requested(() => Promise.reject(new UnknownStatusError(799))),
  not_json: answered("hello"),
  no_choices: answered("{}"),
  long_query: () => buildPrompt({ files: [], query: "why ".repeat(5000) }, 4000, "host"),
  some_model: () => buildPrompt({ files: [], query: "why ".repeat(5000) }, 4000, "host"),
  redirect_nowhere: redirected(307, "http://["),
  redirect_elsewhere: redirected(307, "http://elsewhere/"),
  redirect_bare: redirected(302, "/"),
  redirect_often: redirected(307, "/"),
  some_place: redirected(307, "http://["),
};

async function faultFrom(refused: Refused): Promise<ToolError> {
  const outcome = await Promise.try(refused).catch((error) => error);
  if (!(outcome instanceof ToolError)) throw new Error("nothing was refused", { cause: outcome });
  return outcome;
}

/** The words in Latin letters of a message, without options and its values. */
function latinWords(message: string, values: readonly string[]): string[] {
  const own = values.toSorted((a, b) => b.length - a.length).reduce(
    (rest, value) => value === "" ? rest : rest.replaceAll(value, ""),
    message,
  );
  return own.replace(/--[a-z-]+/g, "").match(/[A-Za-z]{2,}/g) ?? [];
}

/** The values of a fault and of its reasons: patterns, paths, names. */
function valuesOf({ params }: ToolError): string[] {
  const inReasons = reasonsOf(params).flatMap((why) => Object.values(why.params));
  return [...Object.values(params), ...inReasons].filter((value) => typeof value === "string");
}

function reasonsOf(params: FaultParams): Reason[] {
  return Object.values(params).filter((value) => typeof value === "object");
}

/** Names that are in Latin letters in Japanese text, too. */
const NAMES = new Set(
  ("API ASCII AWS Azure GitHub GitLab Google HTTP JSON NUL OAuth OpenAI POSIX PostgreSQL PyPI Slack Stripe URL Unicode Web Webhook npm " +
    "choices glob name cJ za Za FFFF Lu").split(" "),
);

for (const [key, refused] of Object.entries(GIVEN)) {
  Deno.test(`the reason ${key} is given, in English and in Japanese`, async () => {
    const error = await faultFrom(refused), reasons = reasonsOf(error.params);
    assert(reasons.some((why) => why.key === key), `${error}`);
    assertEquals(structuredClone(error.data), error.data);
    const [en, ja] = LANGS.map((lang) => errorAnswer(error, TOOL, lang).text.split("\n")[0]);
    for (const why of reasons) {
      assert(en.includes(reasonWords(why, "en")) && ja.includes(reasonWords(why, "ja")), `${en}\n${ja}`);
      assert(/[\u3040-\u9fff]/.test(reasonWords(why, "ja")) && !/[\u3040-\u9fff]/.test(en));
    }
    const code = `${error.code}: `;
    assertEquals(latinWords(ja.replace(code, ""), valuesOf(error)).filter((word) => !NAMES.has(word)), [], ja);
  });
}

Deno.test("every placeholder of a reason gets a value", async () => {
  for (const refused of Object.values(GIVEN)) {
    for (const { key, params } of reasonsOf((await faultFrom(refused)).params)) {
      const { en, ja } = REASONS[key];
      const rooms = (text: string) => [...text.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name).sort();
      assertEquals([rooms(en), rooms(ja)], [rooms(ja), Object.keys(params).sort()], key);
    }
  }
});
