import { assert, assertEquals } from "@std/assert";
import { dirname, join, normalize } from "@std/path/posix";
import plugin, { MAY_KNOW } from "../../lint/layers.ts";

/** The messages for `source` as the file `path`. */
function messages(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, path, source).map(({ message }) => message);
}

const NO_DENO = "Only the rooms of TOUCHES_THE_MACHINE in lint/layers.ts may use Deno.";
const NO_FS = "Only src/door/ reads the file system: no node:fs here.";
const NO_MCP = "engine/walk/ may not know mcp/ (see MAY_KNOW in lint/layers.ts).";
const NO_USING = "Use try and finally: older runtimes can't parse using, so they can't report that they are too old.";

/** Sources with the message that they get; those without one are right. */
const CASES: readonly (readonly [path: string, source: string, message?: string])[] = [
  ["src/engine/walk/walk.ts", `import { a } from "../glob/gitignore.ts";`],
  ["src/engine/walk/walk.ts", `import type { Door } from "../../door/door.ts";`],
  ["src/engine/text/utf8.ts", `import { Buffer } from "node:buffer";`],
  ["src/engine/walk/walk.ts", `import { a } from "../../mcp/server.ts";`, NO_MCP],
  ["src/engine/walk/walk.ts", `import type { A } from "../../mcp/server.ts";`, NO_MCP],
  ["src/engine/walk/walk.ts", `export * from "../../mcp/server.ts";`, NO_MCP],
  ["src/engine/walk/walk.ts", `await import("../../mcp/server.ts");`, NO_MCP],
  [
    "src/engine/walk/walk.ts",
    `import "../../../tests/seed.ts";`,
    "Nothing in src/ may import from outside it: ../../../tests/seed.ts.",
  ],
  ["src/door/syscalls.ts", `import fs from "node:fs"; Deno.cwd();`],
  ["tests/any_test.ts", `import fs from "node:fs"; using a = Deno.cwd();`],
  ["src/engine/walk/walk.ts", `import fs from "node:fs";`, NO_FS],
  ["src/engine/walk/walk.ts", `Deno.readTextFileSync("x");`, NO_DENO],
  ["src/engine/walk/walk.ts", `const { cwd } = globalThis.Deno;`, NO_DENO],
  [import.meta.resolve("../../src/engine/walk/walk.ts"), "Deno.cwd();", NO_DENO],
  ["src/cli/call.ts", "async () => { await using a = b(); };", NO_USING],
];

Deno.test("rooms import downwards, only the door reads files, and nothing needs a newer runtime", () => {
  assertEquals(
    CASES.map(([path, source]) => messages(path, source)),
    CASES.map(([, , message = []]) => [message].flat()),
  );
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
