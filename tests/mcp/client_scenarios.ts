/**
 * Scenarios that every client must pass, in both protocol eras and over both transports.
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { AnyClient, ClientKind } from "./any_client.ts";

/** A scenario. It throws if the server misbehaves. */
export interface ClientScenario {
  readonly name: string;
  run(client: AnyClient, who: ClientKind): Promise<void>;
}

/** Files with a line each, on which the pattern below takes some milliseconds. */
const SLOW_FILES = 2000;
const SLOW_LINE = "a".repeat(20) + "!\n";
const SLOW_PATTERN = "^(?=(a+)+$)"; // the DFA does not handle look-ahead

/** A call that takes several seconds even on a fast machine, so that progress is reported many times. */
export const SLOW_CALL = { roots: ["slow"], query: SLOW_PATTERN, total_only: true, timeout_ms: 30_000 };

/** The tree of the scenarios. */
export const SCENARIO_FILES: Readonly<Record<string, string>> = {
  "src/a.ts": "const gold = 1;\n",
  "src/b.ts": "// gold, and gold again\n",
  ...Object.fromEntries(Array.from({ length: SLOW_FILES }, (_, i) => [`slow/${i}.txt`, SLOW_LINE])),
};

const COUNT = { roots: ["src"], query: "gold", total_only: true };

/** All scenarios, run in order on one connection. */
export const SCENARIOS: readonly ClientScenario[] = [
  {
    name: "gets instructions, and the server's name",
    run({ sdk }) {
      assert(/^Read-only access .* Search first, read last\./.test(sdk.getInstructions() ?? ""));
      assertEquals(sdk.getServerVersion()?.name, "fossick");
      return Promise.resolve();
    },
  },
  {
    name: "lists the tools, in the same order each time, with honest annotations",
    async run({ sdk }) {
      const { tools }: { tools: { name: string; annotations?: unknown }[] } = await sdk.listTools();
      assertEquals(tools.map(({ name }) => name), TOOLS);
      assertEquals(tools, (await sdk.listTools()).tools);
      for (const { name, annotations } of tools) {
        const { title, ...hints } = Object(annotations);
        assert(typeof title === "string" && title !== "");
        assertEquals([name, hints], [name, HINTS]);
      }
    },
  },
  {
    name: "gets the time for which lists may be cached (2026-07-28)",
    async run({ sdk }, who) {
      const kept = ({ ttlMs, cacheScope }: { ttlMs?: unknown; cacheScope?: unknown }) => [ttlMs, cacheScope];
      const own = who === "v2 modern" ? [3_600_000, "public"] : [undefined, undefined];
      // The list of tools depends on the client, unless --answers says otherwise.
      assertEquals(kept(await sdk.listTools()), who === "v2 modern" ? [3_600_000, "private"] : own);
      assertEquals(kept(await sdk.listPrompts()), own);
      assertEquals(kept(await sdk.listResources()), own);
      assertEquals(kept(await sdk.listResourceTemplates()), own);
      const read = await sdk.readResource({ uri: "fossick://file/src/a.ts" });
      assertEquals(kept(read), who === "v2 modern" ? [0, "private"] : [undefined, undefined]);
    },
  },
  {
    name: "gets each list as one page, and an error for an invented cursor",
    async run({ sdk }) {
      const page = (cursor?: string) =>
        [
          () => sdk.listTools(cursor === undefined ? {} : { cursor }),
          () => sdk.listPrompts(cursor === undefined ? {} : { cursor }),
          () => sdk.listResources(cursor === undefined ? {} : { cursor }),
          () => sdk.listResourceTemplates(cursor === undefined ? {} : { cursor }),
        ] as const;
      for (const list of page()) assertEquals(Object(await list()).nextCursor, undefined);
      for (const list of page("made-up")) {
        const error = await assertRejects(list, Error, "has one page");
        assertEquals(Reflect.get(error, "code"), -32602);
      }
    },
  },
  {
    name: "gets icons by address only",
    async run({ sdk }) {
      const lists = [await sdk.listTools(), await sdk.listPrompts(), await sdk.listResources(), sdk.getServerVersion()];
      for (const { src } of iconsIn(lists)) assert(/^https:\/\//.test(String(src)), String(src));
    },
  },
  {
    name: "calls a tool",
    async run(client) {
      const { structured, isError } = await client.call("glob_files", { pattern: "src/*.ts", mode: "files" });
      const files = ["src/a.ts", "src/b.ts"];
      assertEquals([structured, isError], [{ mode: "files", files, truncated: false, total: 2 }, false]);
      assertEquals((await client.call("search_content", COUNT)).structured.total, 2);
    },
  },
  {
    name: "gets a protocol error with the nearest names for an unknown tool",
    async run(client) {
      const error = await assertRejects(() => client.call("serch_content", {}), Error);
      assert(/Unknown tool: "serch_content". Nearest: search_content/.test(error.message), error.message);
      assertEquals(Reflect.get(error, "code"), -32602);
    },
  },
  {
    name: "gets progress of a long call, with counts, and cancels it",
    async run(client) {
      const stop = new AbortController();
      const seen: { progress: number; total?: number }[] = [];
      const onprogress = (progress: { progress: number; total?: number }) => {
        seen.push(progress);
        // On a busy machine the first report may say that nothing has been searched yet.
        if (progress.progress > 0) stop.abort();
      };
      const call = client.call("search_content", SLOW_CALL, { signal: stop.signal, onprogress });
      assertEquals(await call.then(() => "answered", () => "cancelled"), "cancelled");
      const { progress, total = Infinity } = seen.at(-1) ?? { progress: 0 };
      assert(progress > 0 && progress <= total, JSON.stringify(seen));
      assertEquals((await client.call("search_content", COUNT)).structured.total, 2);
    },
  },
  {
    name: "cancels a call immediately after making it",
    async run(client) {
      const stop = new AbortController();
      const call = client.call("search_content", SLOW_CALL, { signal: stop.signal });
      stop.abort();
      assertEquals(await call.then(() => "answered", () => "cancelled"), "cancelled");
      assertEquals((await client.call("search_content", COUNT)).structured.total, 2);
    },
  },
  {
    name: "gets a prompt and a resource",
    async run({ sdk }) {
      const { messages } = await sdk.getPrompt({ name: "search_first", arguments: { path: "src" } });
      assert(JSON.stringify(messages).includes("Answer from the files under"));
      const { contents } = await sdk.readResource({ uri: "fossick://file/src/a.ts" });
      assertEquals(Object(contents[0]).text, "const gold = 1;\n");
    },
  },
];

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const TOOLS = ["glob_files", "list_files", "search_content", "find_and_grep", "read_file"];

/** All icons in a value. */
function iconsIn(value: unknown): { src?: unknown }[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "icons" in value && Array.isArray(value.icons) ? value.icons : [];
  return [...own, ...Object.values(value).flatMap(iconsIn)];
}
