import { assertEquals, assertThrows } from "@std/assert";
import { openDoor } from "../../door/support/open_door.ts";
import { buildManifest } from "../../../src/engine/manifest/manifest.ts";
import { type FaultKey, FAULTS } from "../../../src/model/messages/faults.ts";
import type { ConsultReport } from "../../../src/model/report.ts";

import { type FaultParams, ToolError } from "../../../src/model/messages/tool_error.ts";
import { finish, jobOn } from "../job_on.ts";
import { tempDir } from "../../program.ts";

/** A tree beside a place outside it; the project root is `project`, a further root `shared`. */
class Tree {
  readonly base = tempDir("fossick_consult_");

  constructor(files: Readonly<Record<string, string | Uint8Array>>) {
    for (const dir of ["project", "shared", "outside"]) Deno.mkdirSync(`${this.base}/${dir}`);
    for (const [path, content] of Object.entries(files)) {
      Deno.mkdirSync(`${this.base}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeFileSync(
        `${this.base}/${path}`,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    }
  }

  link(from: string, to: string): void {
    Deno.symlinkSync(to, `${this.base}/${from}`);
  }

  consult(files: readonly string[], left = Infinity): ConsultReport {
    const door = openDoor([`${this.base}/project`, `${this.base}/shared`]);
    const job = jobOn(door, { remainingMs: () => left });
    return finish(buildManifest({ op: "consult", files, timeoutMs: 50 }, job));
  }

  /** Paths that would be sent. */
  sent(...files: string[]): string[] {
    return this.consult(files).files.map(({ path }) => path);
  }

  /** Excluded paths, and by which fault. */
  leftOut(...files: string[]): (readonly [string, FaultKey])[] {
    return this.consult(files).leftOut.map(({ path, fault }) => [path, fault.key]);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.base, { recursive: true });
  }
}

function left(path: string, key: FaultKey, params: FaultParams = { path }) {
  return { path, fault: { key, params } };
}

Deno.test("the seed's examples: files and patterns of several directories, absolute or relative, in the order given", () => {
  using tree = new Tree({
    "project/src/b.py": "b",
    "project/src/a.py": "four",
    "project/src/c.js": "c",
    "project/src/deep/d.py": "d",
    "project/tests/x_test.py": "x",
    "project/README.md": "readme",
    "shared/utils.py": "utils",
  });
  const { base } = tree;
  assertEquals(tree.consult([`${base}/project/src/*.py`, "README.md"]), {
    op: "consult",
    files: [
      { path: "src/a.py", bytes: 4, estimatedTokens: 2 },
      { path: "src/b.py", bytes: 1, estimatedTokens: 1 },
      { path: "README.md", bytes: 6, estimatedTokens: 2 },
    ],
    leftOut: [],
  });
  assertEquals(tree.sent("tests/*_test.py", `${base}/shared/utils.py`, "*.md"), [
    "tests/x_test.py",
    `${base}/shared/utils.py`,
    "README.md",
  ]);
  assertEquals(tree.sent(`${base}/shared/*.py`, "src/?.{py,js}"), [
    `${base}/shared/utils.py`,
    "src/a.py",
    "src/b.py",
    "src/c.js",
  ]);
  assertEquals(tree.sent("src/[!a].py", "src/a.py", "src/*.py", "src/../src/a.py", "./README.md"), [
    "src/b.py",
    "src/a.py",
    "README.md",
  ]);
  assertEquals(tree.sent("*.py"), []);
});

Deno.test("a directory with wildcard characters in its name is matched literally", () => {
  using tree = new Tree({
    "project/app/[id]/page.tsx": "p",
    "project/app/i/page.tsx": "i",
    "project/app/{x}/a.md": "a",
  });
  assertEquals(tree.sent("app/[id]/*.tsx", `${tree.base}/project/app/{x}/*.md`), ["app/[id]/page.tsx", "app/{x}/a.md"]);
  for (const entry of ["app/[a-z]/*.tsx", "app/[id]/page.tsx/*.ts", `${tree.base}/[out]/*.tsx`]) {
    assertEquals([entry, tree.leftOut(entry)], [entry, [[entry, "consult_path_wildcard"]]]);
  }
});

Deno.test("every broken rule is reported with its entry, and the other files are sent", () => {
  using tree = new Tree({ "project/src/a.py": "a", "project/src/b.bin": Uint8Array.of(0, 1, 2) });
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
  for (const [entry, key] of broken) assertEquals([entry, tree.leftOut(entry)], [entry, [[entry, key]]]);
  const report = tree.consult([...broken.map(([entry]) => entry), "src/a.py", "src", ".", "src/b.bin"]);
  assertEquals(report.files.map(({ path }) => path), ["src/a.py"]);
  assertEquals(report.leftOut.slice(broken.length), [
    left("src", "consult_directory"),
    left(".", "consult_directory"),
    left("src/b.bin", "binary", { path: "src/b.bin", size: 3 }),
  ]);
});

Deno.test("a pattern that matches nothing is answered with the directory that was looked in, as it can be listed", () => {
  using tree = new Tree({ "project/src/a.py": "a", "shared/b.py": "b" });
  const { base } = tree;
  for (const [entry, dir] of [["src/*.rs", "src"], ["*.rs", "."], [`${base}/shared/*.rs`, `${base}/shared`]]) {
    assertEquals(tree.consult([entry]).leftOut, [left(entry, "consult_no_match", { path: entry, dir })]);
  }
});

Deno.test("a pattern with backslashes that would match with slashes is answered with the pattern in slashes", () => {
  using tree = new Tree({ "project/src/a.py": "a", "project/src/deep/b.py": "b" });
  for (const [entry, meant] of [["src\\*.py", "src/*.py"], ["src\\deep\\b*.py", "src/deep/b*.py"]]) {
    assertEquals(tree.consult([entry]).leftOut, [left(entry, "consult_backslashes", { path: entry, meant })]);
    assertEquals(tree.consult([meant]).files.length, 1);
  }
  for (const entry of ["src\\*.rs", "nope\\*.py"]) {
    assertEquals(tree.consult([entry]).leftOut, [left(entry, "consult_no_match", { path: entry, dir: "." })]);
  }
});

Deno.test("a refusal for lying outside is the same whether or not anything exists there", () => {
  using tree = new Tree({ "outside/secret.py": "s", "project/a.py": "a" });
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
    assertEquals(tree.consult([entry]).leftOut, [left(entry, "outside")]);
  }
  assertEquals(tree.consult(["*.py"]), {
    op: "consult",
    files: [{ path: "a.py", bytes: 1, estimatedTokens: 1 }],
    leftOut: ["nowhere_out.py", "way_out.py"].map((path) => left(path, "consult_link")),
  });
});

Deno.test("a named link leads to its file; a link that only a pattern names is excluded", () => {
  using tree = new Tree({ "project/real/a.py": "a", "project/.env": "KEY=1" });
  tree.link("project/b.py", "real/a.py");
  tree.link("project/settings.py", ".env");
  tree.link("project/linked", "real");
  assertEquals(tree.sent("b.py", "real/a.py").length, 1);
  assertEquals(tree.leftOut("*.py"), [["b.py", "consult_link"], ["settings.py", "consult_link"]]);
  assertEquals(tree.leftOut("settings.py").map(([, key]) => key), ["consult_secret"]);
  assertEquals(tree.sent("linked/*.py").length, 1);
});

Deno.test("a name with wildcard characters is that file if it exists", () => {
  using tree = new Tree({ "project/app/[id]/page.tsx": "p", "project/app/i/page.tsx": "i", "project/{x}*.ts": "x" });
  assertEquals(tree.sent("app/[id]/page.tsx", "{x}*.ts"), ["app/[id]/page.tsx", "{x}*.ts"]);
  assertEquals(tree.leftOut("app/[jd]/page.tsx"), [["app/[jd]/page.tsx", "consult_path_wildcard"]]);
});

Deno.test("denied files are excluded and listed, whether named or matched", () => {
  using tree = new Tree({
    "project/node_modules/m/index.js": "m",
    "project/.git/config.ini": "c",
    "project/src/__pycache__/a.py": "a",
    "project/.aws/config.ini": "c",
    "project/server.pem": "p",
    "project/kubeconfig": "p",
    "project/prod.tfstate": "{}",
    "project/ID_RSA.txt": "k",
    "project/credentials.json": "{}",
    "project/package.json": "{}",
    "project/.env": "K=1",
    "project/.env.local": "K=1",
    "project/.env.example": "K=",
    "project/.hidden.json": "{}",
  });
  assertEquals(tree.leftOut("kubeconfig", "*.tfstate").map(([, key]) => key), ["consult_secret", "consult_secret"]);
  assertEquals(tree.leftOut("*.json", "*.pem", "*.txt", ".env", ".env.local"), [
    ["credentials.json", "consult_secret"],
    ["server.pem", "consult_secret"],
    ["ID_RSA.txt", "consult_secret"],
    [".env", "consult_secret"],
    [".env.local", "consult_secret"],
  ]);
  assertEquals(tree.sent("*.json", ".env.example", ".hid*.json"), ["package.json", ".env.example", ".hidden.json"]);
  const inside = [
    "node_modules/m/*.js",
    "node_modules/m/index.js",
    ".git/config.ini",
    "src/__pycache__/*.py",
    ".aws/*.ini",
  ];
  assertEquals(tree.leftOut(...inside).map(([, key]) => key), [
    ...Array(4).fill("consult_ignored"),
    "consult_secret",
  ]);
  assertEquals(tree.sent(...inside), []);
});

Deno.test("nothing is sent from directories of tools, other people's code and credentials, nor a file named like a key", () => {
  const ignored = [
    ...[".git", ".hg", ".svn", ".jj", "node_modules", "bower_components", "__pycache__", ".venv", "venv", ".tox"],
    ...[".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".terraform", ".idea"],
  ].map((dir) => `in/${dir}/a.txt`);
  const secret = [
    ...[".ssh/config", ".gnupg/a.txt", ".aws/config", ".azure/a.json", ".Kube/config", ".docker/config.json"],
    ...[".env", ".env.production", ".envrc", "prod.env", "cert.pem", "server.key", "a.p12", "a.pfx", "a.jks"],
    ...["a.keystore", "vault.kdbx", "putty.ppk", "http.keytab", "office.ovpn", "id_rsa", "id_dsa", "id_ecdsa_sk"],
    ...[
      "id_ed25519.txt",
      ".netrc",
      "_netrc",
      ".npmrc",
      ".pypirc",
      ".pgpass",
      "pgpass.conf",
      ".my.cnf",
      ".vault-token",
      ".htpasswd",
    ],
    ...[".dockercfg", ".git-credentials", "credentials", "secrets.json", "secrets.toml", "secrets.yaml", "secrets.yml"],
    ...["service-account-prod.json", "prod.tfstate", "prod.tfstate.backup", "kubeconfig.yaml"],
  ].map((path) => `in/${path}`);
  using tree = new Tree(Object.fromEntries([...ignored, ...secret].map((path) => [`project/${path}`, "x"])));
  assertEquals(tree.leftOut(...ignored), ignored.map((path) => [path, "consult_ignored"]));
  assertEquals(tree.leftOut(...secret), secret.map((path) => [path, "consult_secret"]));
});

Deno.test("a hidden file, and a copy by an editor or a person, is judged by its name without the dot and the mark", () => {
  const secret = [
    ...[
      ".env~",
      "#.env#",
      ".env.bak~",
      ".netrc~",
      ".npmrc.bak",
      ".git-credentials.old",
      "server.key~",
      "server.pem.orig",
    ],
    ...[".credentials.json", ".id_rsa", ".prod.env", ".server.key.swp", ".envrc", ".vault-token"],
  ];
  const harmless = [".env.example~", ".gitignore~", "main.ts.bak", ".key.ts", "keys.md~", "#notes.md#", "~"];
  using tree = new Tree(Object.fromEntries([...secret, ...harmless].map((name) => [`project/${name}`, "x"])));
  assertEquals(tree.leftOut(...secret), secret.map((name) => [name, "consult_secret"]));
  assertEquals(tree.sent(...harmless), harmless);
});

Deno.test("UTF-16 text is not a binary file, and an empty file is a file", () => {
  using tree = new Tree({ "project/wide.txt": Uint8Array.of(0xff, 0xfe, 0x61, 0), "project/empty.txt": "" });
  assertEquals(tree.consult(["*.txt"]).files, [
    { path: "empty.txt", bytes: 0, estimatedTokens: 0 },
    { path: "wide.txt", bytes: 4, estimatedTokens: 2 },
  ]);
});

Deno.test("entries that the deadline leaves over are listed", () => {
  using tree = new Tree({ "project/a.py": "a" });
  assertEquals(tree.consult(["a.py", "*.py"], 0), {
    op: "consult",
    files: [],
    leftOut: ["a.py", "*.py"].map((path) => left(path, "timeout", { ms: 50 })),
  });
});

Deno.test("cancelling ends the operation; it does not exclude an entry", () => {
  using tree = new Tree({ "project/a.ts": "a", "project/b.ts": "b" });
  const job = jobOn(openDoor([`${tree.base}/project`]), { shouldYield: () => true });
  for (const file of ["a.ts", "*.ts"]) {
    const gathering = buildManifest({ op: "consult", files: [file, "b.ts"], timeoutMs: 50 }, job);
    gathering.next();
    assertThrows(() => gathering.throw(new ToolError("cancelled")), ToolError, "cancelled");
  }
});

Deno.test("an entry given twice is answered once", () => {
  using tree = new Tree({ "project/a.py": "a" });
  assertEquals(tree.leftOut("nope.py", "nope.py", "*", "*").length, 2);
  assertEquals(tree.sent("a.py", "a.py", "*.py"), ["a.py"]);
});

Deno.test("every fault of consult_files names its values", () => {
  const given = {
    tool: "TOOL",
    path: "PATH",
    dir: "DIR",
    meant: "MEANT",
    stem: "STEM",
    rule: "RULE",
    line: 1,
    cap: 1,
    context: 1,
    host: "HOST",
    flags: "FLAGS",
  };
  for (
    const [key, fault] of Object.entries(FAULTS).filter(([key]) =>
      key.startsWith("consult_") && key !== "consult_unavailable"
    )
  ) {
    for (const sentence of [...fault.en, ...fault.ja]) {
      const names = [...sentence.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1]);
      assertEquals(names.filter((name) => !(name in given)), [], key);
    }
  }
});
