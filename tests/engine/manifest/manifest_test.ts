import { assertEquals, assertThrows } from "@std/assert";
import { buildManifest } from "../../../src/engine/manifest/manifest.ts";
import { type FaultKey, type FaultParams, ToolError } from "../../../src/model/messages/tool_error.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { jobOn } from "../job_on.ts";
import { ConsultTree } from "./consult_tree.ts";

function exclusion(path: string, key: FaultKey, params: FaultParams = { path }) {
  return { path, fault: { key, params } };
}

Deno.test("the seed's examples: files and patterns of several directories, absolute or relative, in the order given", () => {
  using tree = new ConsultTree({
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
      { path: "src/a.py", bytes: 4, text: "four", textCut: false },
      { path: "src/b.py", bytes: 1, text: "b", textCut: false },
      { path: "README.md", bytes: 6, text: "readme", textCut: false },
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

Deno.test("a pattern that matches nothing is answered with the directory that was looked in, as it can be listed", () => {
  using tree = new ConsultTree({ "project/src/a.py": "a", "shared/b.py": "b" });
  const { base } = tree;
  for (const [entry, dir] of [["src/*.rs", "src"], ["*.rs", "."], [`${base}/shared/*.rs`, `${base}/shared`]]) {
    assertEquals(tree.consult([entry]).leftOut, [exclusion(entry, "consult_no_match", { path: entry, dir })]);
  }
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

Deno.test("a name with wildcard characters is that file if it exists", () => {
  using tree = new ConsultTree({
    "project/app/[id]/page.tsx": "p",
    "project/app/i/page.tsx": "i",
    "project/{x}*.ts": "x",
  });
  assertEquals(tree.sent("app/[id]/page.tsx", "{x}*.ts"), ["app/[id]/page.tsx", "{x}*.ts"]);
  assertEquals(tree.excluded("app/[jd]/page.tsx"), [["app/[jd]/page.tsx", "consult_path_wildcard"]]);
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

Deno.test("an entry given twice is answered once", () => {
  using tree = new ConsultTree({ "project/a.py": "a" });
  assertEquals(tree.excluded("nope.py", "nope.py", "*", "*").length, 2);
  assertEquals(tree.sent("a.py", "a.py", "*.py"), ["a.py"]);
});
