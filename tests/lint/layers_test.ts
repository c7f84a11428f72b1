import { assert, assertEquals } from "@std/assert";
import { dirname, join, normalize, toFileUrl } from "@std/path/posix";
import plugin, { MAY_KNOW } from "../../lint/layers.ts";

/** The messages for `source` as the file `path`. */
function messages(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, path, source).map(({ message }) => message);
}

Deno.test("a room may import from itself and from the rooms below it", () => {
  assertEquals(messages("src/engine/walk/walk.ts", `import { a } from "../glob/gitignore.ts";`), []);
  assertEquals(messages("src/engine/walk/walk.ts", `import type { Door } from "../../door/door.ts";`), []);
  assertEquals(messages("src/engine/regex/parse.ts", `export * from "../../model/limits.ts";`), []);
  assertEquals(messages("src/engine/text/utf8.ts", `import { Buffer } from "node:buffer";`), []);
  assertEquals(
    messages("src/cli/start/start_service.ts", `import manifest from "../../../deno.json" with { type: "json" };`),
    [],
  );
});

Deno.test("a room may not import from the rooms above it, by any kind of import", () => {
  const no = "engine/walk/ may not know mcp/ (see MAY_KNOW in lint/layers.ts).";
  assertEquals(messages("src/engine/walk/walk.ts", `import { a } from "../../mcp/server.ts";`), [no]);
  assertEquals(messages("src/engine/walk/walk.ts", `import type { A } from "../../mcp/server.ts";`), [no]);
  assertEquals(messages("src/engine/walk/walk.ts", `export { a } from "../../mcp/server.ts";`), [no]);
  assertEquals(messages("src/engine/walk/walk.ts", `export * from "../../mcp/server.ts";`), [no]);
  assertEquals(messages("src/engine/regex/parse.ts", `await import("../walk/walk.ts");`), [
    "engine/regex/ may not know engine/walk/ (see MAY_KNOW in lint/layers.ts).",
  ]);
  assertEquals(messages("src/engine/walk/walk.ts", `import "../../../tests/seed.ts";`), [
    "Nothing in src/ may import from outside it: ../../../tests/seed.ts.",
  ]);
});

Deno.test("only the door reads the file system", () => {
  assertEquals(messages("src/door/syscalls.ts", `import fs from "node:fs"; Deno.cwd();`), []);
  assertEquals(messages("main.ts", `Deno.exit(0);`), []);
  assertEquals(messages("tests/any_test.ts", `import fs from "node:fs"; Deno.cwd();`), []);
  for (const module of ["node:fs", "node:fs/promises", "fs", "@std/fs", "@std/expand-glob"]) {
    assertEquals(messages("src/engine/walk/walk.ts", `import fs from "${module}";`), [
      `Only src/door/ reads the file system: no ${module} here.`,
    ]);
  }
  const no = "Only the rooms of TOUCHES_THE_MACHINE in lint/layers.ts may use Deno.";
  assertEquals(messages("src/engine/walk/walk.ts", `Deno.readTextFileSync("x");`), [no]);
  assertEquals(messages("src/engine/walk/walk.ts", `const { cwd } = globalThis.Deno;`), [no]);
});

Deno.test("the rules apply wherever the checkout is, to a file's path or its URL", async () => {
  const base = Deno.makeTempDirSync({ prefix: "fossick 100% " });
  try {
    Deno.mkdirSync(join(base, "lint"));
    Deno.copyFileSync(new URL("../../lint/layers.ts", import.meta.url), join(base, "lint/layers.ts"));
    const copy: { default: Deno.lint.Plugin } = await import(toFileUrl(join(base, "lint/layers.ts")).href);
    const file = join(base, "src/model/messages/lang.ts"),
      no = "Only the rooms of TOUCHES_THE_MACHINE in lint/layers.ts may use Deno.";
    for (const name of [file, toFileUrl(file).href]) {
      const found = Deno.lint.runPlugin(copy.default, name, "Deno.cwd();");
      assertEquals([name, ...found.map(({ message }) => message)], [name, no]);
    }
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
});

Deno.test("zod is imported so that the bundle can leave out its unused parts", () => {
  const no = 'import * as z from "zod": the bundle then leaves out its unused parts.';
  assertEquals(messages("src/mcp/server.ts", `import { z } from "zod";`), [no]);
  assertEquals(messages("src/mcp/server.ts", `import * as z from "zod"; import { config } from "zod";`), []);
  assertEquals(messages("tests/any_test.ts", `import { z } from "zod";`), []);
});

Deno.test("the product has no syntax that older runtimes can't parse", () => {
  const no = "Use try and finally: older runtimes can't parse using, so they can't report that they are too old.";
  assertEquals(messages("src/cli/call.ts", "using a = b();"), [no]);
  assertEquals(messages("src/cli/call.ts", "async () => { await using a = b(); };"), [no]);
  assertEquals(messages("src/cli/call.ts", "const a = b();"), []);
  assertEquals(messages("tests/any_test.ts", "using a = b();"), []);
});

Deno.test("a sentence for shell users has both languages", () => {
  const no = "A sentence for people has both languages: { en: …, ja: … }.";
  assertEquals(messages("src/cli/call.ts", 'say("the root is far too wide");'), [no]);
  assertEquals(messages("src/cli/doctor/doctor.ts", "say(`${a} and then the engine stopped`);"), [no]);
  assertEquals(messages("src/cli/call.ts", 'const a = { en: "the root is far too wide", ja: "広すぎます" };'), []);
  assertEquals(messages("src/cli/call.ts", 'run("fossick call search_content --query TODO");'), []);
  assertEquals(messages("src/engine/walk/walk.ts", 'throw new Error("this can not happen at all");'), []);
});

Deno.test("no two rooms import each other, and every room has a row in MAY_KNOW", () => {
  const foldersIn = (dir: string) => [...Deno.readDirSync(dir)].filter((entry) => entry.isDirectory);
  const rooms = foldersIn("src").flatMap(({ name }) =>
    name === "engine" ? foldersIn("src/engine").map((room) => `engine/${room.name}`) : [name]
  );
  assertEquals(rooms.sort(), Object.keys(MAY_KNOW).sort());
  const mutual = Object.entries(MAY_KNOW).flatMap(([room, known]) =>
    known.filter((other) => MAY_KNOW[other]?.includes(room)).map((other) => `${room} <-> ${other}`)
  );
  assertEquals(mutual, []);
});

Deno.test("no module imports itself through others, not even for types", () => {
  const imports = new Map([...modulesIn("src")].map((path) => [path, importsOf(path, Deno.readTextFileSync(path))]));
  const over = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (over.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const circle = circleFrom(next, [...way, path]);
      if (circle !== undefined) return circle;
    }
    over.add(path);
    return undefined;
  };
  assert([...imports.values()].flat().length > 500, "imports are found");
  for (const path of imports.keys()) assertEquals(circleFrom(path, []), undefined);
});

function* modulesIn(dir: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(dir)) {
    if (isDirectory) yield* modulesIn(`${dir}/${name}`);
    else if (/(?<!\.d)\.ts$/.test(name)) yield `${dir}/${name}`;
  }
}

function importsOf(path: string, source: string): string[] {
  const relative = source.matchAll(/^(?:import|export|\}) .*"(\.[^"]+)"/gm);
  return [...relative].map(([, specifier]) => normalize(join(dirname(path), specifier)));
}
