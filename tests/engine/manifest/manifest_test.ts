/** What may be sent to a model. @module */
import { assertEquals, assertThrows } from "@std/assert";
import { findKey, KEY_SHAPES } from "../../../src/engine/manifest/key_shapes.ts";
import { buildManifest } from "../../../src/engine/manifest/manifest.ts";
import { type FaultKey, type FaultParams, ToolError } from "../../../src/model/messages/tool_error.ts";
import type { ConsultReport } from "../../../src/model/report.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempTree } from "../../program.ts";
import { finish, jobOn } from "../job_on.ts";

/** A tree beside a place outside it; the project root is `project`, a further root `shared`. */
class ConsultTree {
  readonly base: string;

  constructor(files: Parameters<typeof tempTree>[0]) {
    this.base = tempTree({ "project/": "", "shared/": "", "outside/": "", ...files }).path;
  }

  link(from: string, to: string): void {
    Deno.symlinkSync(to, `${this.base}/${from}`);
  }

  consult(files: readonly string[], remainingMs = Infinity, allow?: readonly string[]): ConsultReport {
    const door = openDoor([`${this.base}/project`, `${this.base}/shared`]);
    const job = jobOn(door, { remainingMs: () => remainingMs });
    return finish(buildManifest({ op: "consult", files, timeoutMs: 50, ...(allow && { allow }) }, job));
  }

  /** Paths that would be sent if `globs` allow it. */
  allowed(globs: readonly string[], ...files: string[]): string[] {
    return this.consult(files, Infinity, globs).files.map(({ path }) => path);
  }

  /** Paths that would be sent. */
  sent(...files: string[]): string[] {
    return this.consult(files).files.map(({ path }) => path);
  }

  /** Excluded paths, and by which fault. */
  excluded(...files: string[]): (readonly [string, FaultKey])[] {
    return this.consult(files).leftOut.map(({ path, fault }) => [path, fault.key]);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.base, { recursive: true });
  }
}

function exclusion(path: string, key: FaultKey, params: FaultParams = { path }) {
  return { path, fault: { key, params } };
}

Deno.test("a directory with wildcard characters in its name is matched literally", () => {
  using tree = new ConsultTree({
    "project/app/[id]/page.tsx": "p",
    "project/app/i/page.tsx": "i",
    "project/app/{x}/a.md": "a",
  });
  assertEquals(tree.sent("app/[id]/*.tsx", `${tree.base}/project/app/{x}/*.md`), ["app/[id]/page.tsx", "app/{x}/a.md"]);
  for (const entry of ["app/[a-z]/*.tsx", "app/[id]/page.tsx/*.ts", `${tree.base}/[out]/*.tsx`]) {
    assertEquals([entry, tree.excluded(entry)], [entry, [[entry, "consult_path_wildcard"]]]);
  }
});

Deno.test("every broken rule is reported with its entry, and the other files are sent", () => {
  using tree = new ConsultTree({ "project/src/a.py": "a", "project/src/b.bin": Uint8Array.of(0, 1, 2) });
  const { base } = tree;
  const broken: [string, FaultKey][] = [
    ["/home/**/*.py", "consult_path_wildcard"],
    ["/home/project/*", "consult_extension"],
    ["/home/*/project/*.py", "consult_path_wildcard"],
    ["**/*.py", "consult_path_wildcard"],
    ["src/**.py", "consult_path_wildcard"],
    ["{src,lib}/*.py", "consult_path_wildcard"],
    ["{src/a,src/b}.py", "consult_path_wildcard"],
    ["src/*", "consult_extension"],
    ["src/*.*", "consult_extension"],
    ["src/*.p?", "consult_extension"],
    ["src/a*", "consult_extension"],
    ["*", "consult_extension"],
    ["src/[z-a].py", "glob"],
    ["src/{a.py", "glob"],
    ["src/*.rs", "consult_no_match"],
    ["src/nope.py", "not_found"],
    ["nope/*.py", "not_found"],
    ["src/a.py/*.py", "not_a_directory"],
    ["src\0", "nul_in_path"],
    ["src/*\0.py", "nul_in_path"],
    ["/etc/*.conf", "outside"],
    [`${base}/outside/*.py`, "outside"],
    ["../outside/a.py", "outside"],
  ];
  for (const [entry, key] of broken) assertEquals([entry, tree.excluded(entry)], [entry, [[entry, key]]]);
  const report = tree.consult([...broken.map(([entry]) => entry), "src/a.py", "src", ".", "src/b.bin"]);
  assertEquals(report.files.map(({ path }) => path), ["src/a.py"]);
  assertEquals(report.leftOut.slice(broken.length), [
    exclusion("src", "consult_directory"),
    exclusion(".", "consult_directory"),
    exclusion("src/b.bin", "binary", { path: "src/b.bin", size: 3 }),
  ]);
});

Deno.test("a refusal for lying outside is the same whether or not anything exists there", () => {
  using tree = new ConsultTree({ "outside/secret.py": "s", "project/a.py": "a" });
  tree.link("project/way_out", "../outside");
  tree.link("project/way_out.py", "../outside/secret.py");
  tree.link("project/nowhere_out.py", "../outside/nothing.py");
  const { base } = tree;
  for (
    const entry of [
      `${base}/outside/secret.py`,
      `${base}/outside/nothing.py`,
      `${base}/outside/*.py`,
      `${base}/outside/none/*.py`,
      "way_out",
      "way_out/secret.py",
      "way_out/nothing.py",
      "way_out/*.py",
      "way_out.py",
      "nowhere_out.py",
    ]
  ) {
    assertEquals(tree.consult([entry]).leftOut, [exclusion(entry, "outside")]);
  }
  assertEquals(tree.consult(["*.py"]), {
    op: "consult",
    files: [{ path: "a.py", bytes: 1, text: "a", textCut: false }],
    leftOut: ["nowhere_out.py", "way_out.py"].map((path) => exclusion(path, "consult_link")),
  });
});

Deno.test("a named link leads to its file; a link that only a pattern names is excluded", () => {
  using tree = new ConsultTree({ "project/real/a.py": "a", "project/.env": "KEY=1" });
  tree.link("project/b.py", "real/a.py");
  tree.link("project/settings.py", ".env");
  tree.link("project/linked", "real");
  assertEquals(tree.sent("b.py", "real/a.py").length, 1);
  assertEquals(tree.excluded("*.py"), [["b.py", "consult_link"], ["settings.py", "consult_link"]]);
  assertEquals(tree.excluded("settings.py").map(([, key]) => key), ["consult_denied"]);
  assertEquals(tree.sent("linked/*.py").length, 1);
});

Deno.test("a file's text comes without mark and CR, whole if it is short, else up to the end of a line", () => {
  const long = "0123456789abcde\n".repeat(200_000), key = `ghp_${"a1B2".repeat(9)}`;
  using tree = new ConsultTree({
    "project/wide.txt": Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0d, 0, 0x0a, 0),
    "project/empty.txt": "",
    "project/long.txt": long,
    "project/across.txt": long.slice(0, 2 ** 21 - 20) + key + long,
    "project/after.txt": long + key,
    "project/appended.txt": "x".repeat(9000) + [...key].join("\0"),
  });
  const { files } = tree.consult(["wide.txt", "empty.txt", "after.txt", "long.txt"]);
  assertEquals(files.slice(0, 2), [
    { path: "wide.txt", bytes: 8, text: "a\n", textCut: false },
    { path: "empty.txt", bytes: 0, text: "", textCut: false },
  ]);
  for (const { text, textCut } of files.slice(2)) {
    assertEquals([text, textCut], [long.slice(0, text.length), true]);
    assertEquals([text.endsWith("\n"), text.length > 2 ** 21 - 20 && text.length <= 2 ** 21], [true, true]);
  }
  assertEquals(tree.excluded("across.txt", "appended.txt"), [
    ["across.txt", "consult_key"],
    ["appended.txt", "consult_key"],
  ]);
  assertEquals(tree.allowed(["a*.txt"], "across.txt"), ["across.txt"]);
});

Deno.test("files over the total size are left out", () => {
  const text = "0123456789abcde\n".repeat(120_000);
  const names = Array.from({ length: 10 }, (_, i) => `${i}.txt`);
  using tree = new ConsultTree(Object.fromEntries(names.map((name) => [`project/${name}`, text])));
  assertEquals([tree.sent("*.txt"), tree.excluded("*.txt")], [
    names.slice(0, 8),
    names.slice(8).map((name) => [name, "consult_no_room"]),
  ]);
});

Deno.test("entries that the deadline leaves over are listed", () => {
  using tree = new ConsultTree({ "project/a.py": "a" });
  assertEquals(tree.consult(["a.py", "*.py"], 0), {
    op: "consult",
    files: [],
    leftOut: ["a.py", "*.py"].map((path) => exclusion(path, "timeout", { ms: 50 })),
  });
});

Deno.test("cancelling ends the operation; it does not exclude an entry", () => {
  using tree = new ConsultTree({ "project/a.ts": "a", "project/b.ts": "b" });
  const job = jobOn(openDoor([`${tree.base}/project`]), { shouldYield: () => true });
  for (const file of ["a.ts", "*.ts"]) {
    const operation = buildManifest({ op: "consult", files: [file, "b.ts"], timeoutMs: 50 }, job);
    operation.next();
    assertThrows(() => operation.throw(new ToolError("cancelled")), ToolError, "cancelled");
  }
});

const DIRECTORIES = ".git .hg .svn .jj node_modules bower_components __pycache__ .venv venv .tox .nox .mypy_cache " +
  ".pytest_cache .ruff_cache .gradle .terraform .idea .ssh .gnupg .aws .azure .Kube .docker";
const NAMES = ".env .env.production .envrc prod.env cert.pem server.key a.p12 a.pfx a.jks a.keystore vault.kdbx " +
  "putty.ppk http.keytab office.ovpn id_rsa ID_RSA.txt id_dsa id_ecdsa_sk id_ed25519.txt .netrc _netrc .npmrc .pypirc " +
  ".pgpass pgpass.conf .my.cnf .vault-token .htpasswd .dockercfg .git-credentials credentials credentials.json " +
  "secrets.json secrets.toml secrets.yaml secrets.yml service-account-prod.json prod.tfstate prod.tfstate.backup " +
  "kubeconfig kubeconfig.yaml";
/** Copies by an editor or a person, and hidden files. */
const COPIES = ".env~ #.env# .env.bak~ .netrc~ .npmrc.bak .git-credentials.old server.key~ server.pem.orig " +
  ".credentials.json .id_rsa .prod.env .server.key.swp";
const HARMLESS = ".env.example .env.example~ .gitignore~ main.ts.bak .key.ts keys.md~ #notes.md# ~ package.json";

Deno.test("nothing is sent from directories of tools and credentials, nor a file named like a key, nor a copy of one", () => {
  const denied = [...DIRECTORIES.split(" ").map((dir) => `in/${dir}/a.txt`), ...`${NAMES} ${COPIES}`.split(" ")];
  const harmless = HARMLESS.split(" ");
  using tree = new ConsultTree(Object.fromEntries([...denied, ...harmless].map((path) => [`project/${path}`, "x"])));
  assertEquals(tree.excluded(...denied), denied.map((path) => [path, "consult_denied"]));
  assertEquals(tree.excluded("*.pem", "in/node_modules/*.txt"), [
    ["cert.pem", "consult_denied"],
    ["in/node_modules/*.txt", "consult_denied"],
  ]);
  assertEquals(tree.sent(...harmless), harmless);
  assertEquals(tree.allowed(["*.pem", "in/.aws/*"], "cert.pem", "server.key", "in/.aws/*.txt"), [
    "cert.pem",
    "in/.aws/a.txt",
  ]);
});

/** `length` characters that are letters and digits, or those given. */
const some = (length: number, from = "a1B2c3D4") => from.repeat(length).slice(0, length);
const hex = (length: number) => some(length, "0123456789abcdef");
const big = (length: number) => some(length, "A1B2C3");

/**
 * A made-up key of each shape, and a text that is nearly one. They are put together here, so that no file of this
 * repository holds a key.
 */
const SHAPES: readonly (readonly [rule: string, key: string, near: string])[] = [
  ["a private key", "-----BEGIN RSA PRIVATE " + "KEY-----", "-----BEGIN PUBLIC KEY-----"],
  ["a private key", "-----BEGIN PGP PRIVATE " + "KEY BLOCK-----", "a PRIVATE KEY-----"],
  ["an age key", `AGE-SECRET-KEY-1${big(58)}`, `AGE-SECRET-KEY-1${big(57)}`],
  ["a JSON web token", `eyJ${some(20)}.eyJ${some(30)}.${some(40)}`, `eyJ${some(20)}.${some(30)}`],
  ["an AWS access key", `AKIA${big(16)}`, `AKIA${big(17)}`],
  ["an Azure storage key", `AccountKey=${some(86)}==`, "AccountKey=${KEY}"],
  ["a Google API key", `AIza${some(35)}`, `AIza${some(34)}`],
  ["a Google OAuth secret", `GOCSPX-${some(28)}`, `GOCSPX-${some(27)}`],
  ["a GitHub token", `ghp_${some(36)}`, `ghp_${some(35)}`],
  ["a GitHub token", `github_pat_${some(82)}`, "github_pat_…"],
  ["a GitLab token", `glpat-${some(20)}`, `glpat-${some(19)}`],
  ["an Atlassian token", `ATATT3${some(180)}`, `ATATT3${some(20)}`],
  ["a Slack token", `xoxb-${some(10, "12")}-${some(24)}`, "xoxb-…"],
  [
    "a Slack webhook",
    "https://hooks.slack.com/" + `services/T${big(8)}/B${big(8)}/x`,
    "https://hooks.slack.com/services/",
  ],
  ["a Stripe key", `sk_live_${some(24)}`, `sk_test_${some(24)}`],
  ["an OpenAI or Anthropic key", `sk-${some(48)}`, "sk-circle-fade-dot-with-a-delay-of-20"],
  ["an OpenAI or Anthropic key", `sk-ant-api03-${some(40)}`, "risk-ant-colony-optimization-of-graphs"],
  ["a Hugging Face token", `hf_${some(34)}`, `hf_${some(33)}`],
  ["an npm token", `npm_${some(36)}`, "npm_config_registry"],
  ["a PyPI token", `pypi-${some(160)}`, "pypi-server"],
  ["a Docker token", `dckr_pat_${some(27)}`, "dckr_pat_name"],
  ["a Vault token", `hvs.${some(90)}`, "hvs.token"],
  ["a DigitalOcean token", `dop_v1_${hex(64)}`, `dop_v1_${hex(63)}`],
  ["a Databricks token", `dapi${hex(32)}`, `dapi${hex(31)}`],
  ["a Twilio key", `SK${hex(32)}`, `TASK${hex(32)}`],
  ["a SendGrid key", `SG.${some(22)}.${some(43)}`, `MSG.${some(22)}.${some(43)}`],
  ["a Mailgun key", `key-${hex(32)}`, `monkey-${hex(32)}`],
  ["a Telegram token", `${some(9, "123")}:AA${some(33)}`, `${some(9, "123")}:AA${some(20)}`],
  ["a Shopify token", `shpat_${hex(32)}`, `shpat_${hex(31)}`],
  ["a Square token", `sq0atp-${some(22)}`, `sq0atp-${some(21)}`],
  ["a Linear key", `lin_api_${some(40)}`, `lin_api_${some(39)}`],
];

Deno.test("a key of each shape is found, in whatever surrounds it, and what is nearly one is not", () => {
  assertEquals(new Set(SHAPES.map(([rule]) => rule)), new Set(KEY_SHAPES.map(([rule]) => rule)));
  for (const [rule, key, near] of SHAPES) {
    for (const text of [key, `a\n\nkey: "${key}",\n`, `\n\n  KEY=${key}\r\n`, `\n\n[${key}](${key})`]) {
      assertEquals([key, findKey(text)], [key, { line: text === key ? 1 : 3, rule }]);
    }
    assertEquals([near, findKey(`a = "${near}"`)], [near, undefined]);
  }
});
