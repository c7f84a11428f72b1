/**
 * What an engine thread says to the watching thread.
 * @module
 */
import { assertEquals } from "@std/assert";
import { DiskDoor } from "../../src/door/disk_door.ts";
import { findRoots } from "../../src/door/roots.ts";
import { VmGuard } from "../../src/engine/guard.ts";
import { list } from "../../src/engine/list.ts";
import { Residence } from "../../src/engine/resident/residence.ts";
import { Scheduler } from "../../src/engine/scheduler.ts";
import { watchWith } from "../../src/worker/port_watcher.ts";
import type { FromWatch, ToWatch } from "../../src/worker/watch.ts";
import { yieldThread } from "../../src/worker/yield_thread.ts";
import { listAll } from "../engine/requests.ts";
import { tree } from "../program.ts";

Deno.test("where no directory can be watched it is not asked for again and again", async () => {
  using files = tree({ "a/b.txt": "", "c.txt": "" });
  const roots = findRoots([files.path], files.path), door = new DiskDoor(roots);
  const scheduler = new Scheduler(door, new VmGuard(), yieldThread, new Residence(door, 2 ** 20));
  const { port1, port2 } = new MessageChannel();
  const asked = Promise.withResolvers<void>(), heard: string[] = [];
  port1.onmessage = ({ data }: MessageEvent<ToWatch>) => {
    heard.push(data.type);
    const nothing: FromWatch = { type: "watching", dirs: [] };
    port1.postMessage(nothing);
    asked.resolve();
  };
  watchWith(port2, roots, scheduler);
  const totals: number[] = [];
  for (let i = 0; i < 5; i++) {
    const report = await scheduler.run((job) => list(listAll(), job), { timeoutMs: 10_000 });
    totals.push(report.total);
    if (i === 0) await asked.promise;
    // What was sent to either side is there by now.
    for (let turn = 0; turn < 4; turn++) await yieldThread(true);
  }
  port1.close();
  port2.close();
  assertEquals([totals, heard], [[3, 3, 3, 3, 3], ["watch"]]);
});
