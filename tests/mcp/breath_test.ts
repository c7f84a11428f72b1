/**
 * Long answers do not keep others waiting, and are not written for those who have called them off.
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { setImmediate } from "node:timers";
import type { Steps } from "../../src/format/steps.ts";
import { breathe, finished, isLong, isLongAnswer } from "../../src/mcp/breath.ts";
import { type ListReport, reportFor } from "../../src/model/report.ts";
import type { Request } from "../../src/model/request.ts";
import type { Answer } from "../../src/toolsets/tool.ts";
import { listAll } from "../engine/requests.ts";
import { fileHits, hit, report } from "../format/wishes.ts";
import { found, scriptedService, scriptedTool } from "./scripted_service.ts";
import { type Received, Wire } from "./wire.ts";

const LONG = found({ echo: "x".repeat(2 ** 20) });

/** The first ids that are answered to a call of a tool whose answer is long, and to what comes when that is ready. */
async function answeredTo(behind: object[], count: number): Promise<unknown[]> {
  const said = (...messages: object[]) => messages.map((one) => JSON.stringify({ jsonrpc: "2.0", ...one })).join("\n");
  const tool = scriptedTool("long", () => {
    const later = behind.splice(0);
    if (later.length > 0) setImmediate(() => void wire.send(said(...later)));
    return Promise.resolve(LONG);
  });
  const wire = new Wire(scriptedService(tool));
  await wire.initialize();
  await wire.send(said({ id: "long", method: "tools/call", params: { name: "long", arguments: {} } }));
  const ids: unknown[] = [];
  for (let i = 0; i < count; i++) ids.push(idOf(await wire.next()));
  await wire.end();
  await wire.ended;
  return ids;
}

function idOf(message: Received | undefined): unknown {
  return message === undefined || Array.isArray(message) ? undefined : message.id;
}

const PING = { id: "ping", method: "ping" };

Deno.test("what is asked while a long answer is ready is answered first", async () => {
  assertEquals(await answeredTo([PING], 2), ["ping", "long"]);
});

Deno.test("a long answer that is called off when it is ready is not sent", async () => {
  const cancel = { method: "notifications/cancelled", params: { requestId: "long" } };
  const last = { id: "last", method: "tools/call", params: { name: "long", arguments: {} } };
  assertEquals(await answeredTo([cancel, PING, last], 2), ["ping", "last"]);
});

/** Of the times that the engine was told to give way in a call: how many, and how many of them are not over behind it. */
async function gaveWay(entries: number, answer: Answer): Promise<{ times: number; open: number }> {
  const list: ListReport = {
    op: "list",
    entries: Array.from({ length: entries }, (_, i) => ({ path: `${i}`, kind: "file" as const })),
    ...{ total: entries, fingerprint: 0, searched: entries, skipped: {}, notes: [] },
  };
  const tool = scriptedTool("listing", async (_, context) => {
    await context.run(listAll());
    return answer;
  });
  const told: Promise<unknown>[] = [];
  const service = scriptedService(tool), { engine } = service;
  const run = <R extends Request>({ op }: R) => Promise.resolve(reportFor<R["op"]>(op, list));
  const wire = new Wire({ ...service, engine: { ...engine, run, giveWay: (over) => void told.push(over) } });
  await wire.initialize();
  await wire.request(1, "tools/call", { name: "listing", arguments: {} });
  await wire.end();
  await wire.ended;
  const ends = await Promise.all(
    told.map((over) => Promise.race([over.then(() => 0), breathe(undefined).then(() => 1)])),
  );
  return { times: told.length, open: ends.filter((end) => end === 1).length };
}

Deno.test("the engine gives way while a long answer is made, and while it is sent", async () => {
  assertEquals(await gaveWay(10, found({})), { times: 0, open: 0 });
  assertEquals(await gaveWay(1000, found({})), { times: 1, open: 0 });
  assertEquals(await gaveWay(1000, LONG), { times: 2, open: 0 });
});

Deno.test("only what takes a while to write is long", () => {
  const hits = (count: number) =>
    report([fileHits("a", ...Array.from({ length: count }, (_, i) => hit(i + 1, "x", 0, 1)))]);
  assertEquals([isLong(hits(10)), isLong(hits(5000))], [false, true]);
  assertEquals([isLongAnswer(found({})), isLongAnswer(LONG)], [false, true]);
});

Deno.test("a breath ends a call that was called off", async () => {
  const stop = new AbortController();
  await breathe(stop.signal);
  stop.abort(new Error("off"));
  await assertRejects(() => breathe(stop.signal), Error, "off");
});

/** Steps of `ms` milliseconds each; `taken` is called with their number. */
function* laborious(count: number, ms: number, taken: (step: number) => void): Steps<string> {
  for (let step = 1; step <= count; step++) {
    for (const end = performance.now() + ms; performance.now() < end;);
    taken(step);
    yield;
  }
  return "done";
}

Deno.test("what comes while an answer is written is heard before it is done", async () => {
  let heardAt = 0, last = 0;
  const hear = new Promise<void>((resolve) => setImmediate(resolve)).then(() => heardAt = last);
  assertEquals(await finished(laborious(10, 5, (step) => last = step), undefined), "done");
  await hear;
  assert(heardAt > 0 && heardAt < 10, `heard at step ${heardAt}`);
});

Deno.test("an answer that is called off while it is written is not written to its end", async () => {
  const stop = new AbortController();
  let last = 0;
  const writing = finished(
    laborious(10, 5, (step) => (last = step) === 4 && stop.abort(new Error("off"))),
    stop.signal,
  );
  await assertRejects(() => writing, Error, "off");
  assert(last < 10, `${last} steps were taken`);
});
