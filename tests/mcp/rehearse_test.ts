/**
 * What a server asks itself before anybody does.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { findRoots } from "../../src/door/roots.ts";
import { rehearse } from "../../src/mcp/rehearse.ts";
import type { Service } from "../../src/mcp/service.ts";
import { createEngine } from "../../src/pool/create_engine.ts";
import { type Profile, toolsOf } from "../../src/toolsets/profiles.ts";
import type { Answer } from "../../src/toolsets/tool.ts";
import { tree } from "../program.ts";
import { found, scriptedService, scriptedTool } from "./scripted_service.ts";

const FILES = { "a.txt": "gold\n", "b/c.txt": "gold and silver\n" };

/** The tools of a profile on an engine of its own, and what they have been called with and answered. */
async function heard(
  profile: Profile,
  path: string,
): Promise<{ service: Service; calls: [string, unknown, Answer][] }> {
  const calls: [string, unknown, Answer][] = [];
  const tools = toolsOf(profile).map((tool) => ({
    ...tool,
    async call(...[args, context]: Parameters<typeof tool.call>) {
      const answer = await tool.call(args, context);
      calls.push([tool.name, args, answer]);
      return answer;
    },
  }));
  const engine = await createEngine({ roots: findRoots([path]), threads: 0 });
  return { service: { ...scriptedService(), tools, engine, projectRoot: path }, calls };
}

for (
  const [profile, search, list] of [
    ["default", "search_content", "list_files"],
    ["fs", "search_text", "list_files"],
    ["microagent", "grep", "glob"],
  ] as const
) {
  Deno.test(`the tools of ${profile} are rehearsed with calls that work: searches for what is nowhere, and a listing`, async () => {
    using files = tree(FILES);
    const { service, calls } = await heard(profile, files.path);
    await rehearse(service, 2);
    const of = (name: string) => calls.filter((call) => call[0] === name), searches = of(search), listings = of(list);
    assertEquals([searches.length > 1, listings.length > 1], [true, true]);
    assertEquals(calls.length, searches.length + listings.length);
    assertEquals(searches.filter(([, , { isError, found }]) => isError || found), []);
    assertEquals(listings.filter(([, , { isError, found }]) => isError || !found), []);
    // One that is asked again could be answered from memory.
    assertEquals(new Set(searches.map(([, args]) => JSON.stringify(args))).size, searches.length);
    service.engine.close();
  });
}

Deno.test("a server all of whose rehearsals fail is none the worse for it", async () => {
  const failing = { ...scriptedTool("failing", () => Promise.reject(new Error("no"))), rehearsal: () => ({}) };
  await rehearse(scriptedService(failing), 2);
});

Deno.test("a rehearsal announces no call: whoever asks meanwhile would rely on what had changed by then", async () => {
  let calls = 0;
  const announced: number[] = [];
  const answer = () => Promise.resolve(found({ echo: ++calls }));
  const service = scriptedService({ ...scriptedTool("echo", answer), rehearsal: () => ({}) });
  await rehearse({ ...service, engine: { ...service.engine, expect: (call) => announced.push(call) } }, 2);
  assertEquals([calls > 0, announced], [true, []]);
});

Deno.test("what is small is rehearsed half as often", async () => {
  const counts: number[] = [];
  for (const files of [0, 999, 1000]) {
    let calls = 0;
    const answer = () => Promise.resolve(found({ echo: ++calls }));
    await rehearse(scriptedService({ ...scriptedTool("echo", answer), rehearsal: () => ({}) }), files);
    counts.push(calls);
  }
  assertEquals(counts, [4, 4, 8]);
});

Deno.test("rehearsals end when they have taken their time, whatever else there would be to rehearse", async () => {
  let calls = 0;
  const slow = {
    ...scriptedTool("slow", () => {
      calls++;
      const end = performance.now() + 300;
      while (performance.now() < end);
      return Promise.resolve(found({ echo: "late" }));
    }),
    rehearsal: () => ({}),
  };
  await rehearse(scriptedService(slow, { ...slow, name: "slower" }), 2);
  assert(calls === 1, `${calls} calls`);
});
