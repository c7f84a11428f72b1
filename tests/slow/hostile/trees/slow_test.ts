/**
 * Slow directories and files, as on a dead network: a clock that advances only when they are read.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { DiskDoor } from "../../../../src/door/disk_door.ts";
import type { Door } from "../../../../src/door/door.ts";
import { findRoots } from "../../../../src/door/roots.ts";
import { dispatch } from "../../../../src/engine/ops/dispatch.ts";
import type { Report } from "../../../../src/model/report.ts";
import type { Request } from "../../../../src/model/request.ts";
import { ToolError } from "../../../../src/model/messages/tool_error.ts";
import { ScratchDir } from "../../../door/support/scratch_dir.ts";
import { finish, jobOn } from "../../../engine/job_on.ts";
import { globFor, listAll, searchFor } from "../../../engine/requests.ts";
import { interpose } from "../../../interpose.ts";

const REQUESTS: Readonly<Record<string, Request>> = {
  list: listAll(),
  glob: globFor("**/*"),
  search: searchFor("needle", { timeoutMs: 1000 }),
};

/** Milliseconds that a slow call takes, and until the deadline. */
const SLOW = 100, DEADLINE = 1000;

for (const [name, request] of Object.entries(REQUESTS)) {
  for (const slow of [["list"], ["open", "readFile"]]) {
    Deno.test(`${name} with each ${slow.join(" or ")} slow ends at its deadline with what it has`, () => {
      using scratch = new ScratchDir();
      for (let i = 0; i < 200; i++) scratch.file(`root/d${i}/f.txt`, "needle\n");
      let time = 0, late = 0;
      const disk: Door = new DiskDoor(findRoots([scratch.root]));
      const door = interpose(disk, (method) => {
        if (!slow.includes(method)) return;
        if (time > DEADLINE) late++;
        time += SLOW;
        spendSlice();
      });
      const job = jobOn(door, { remainingMs: () => DEADLINE - time, shouldYield: () => true });
      const cutBy = cutOf(() => finish(dispatch(request, job)));
      assertEquals(cutBy, slow.includes("open") && name !== "search" ? undefined : "timeout");
      assert(late <= 1, `${late} slow calls after the deadline`);
    });
  }
}

/** The `cutBy` of an answer, or the key of its error. */
function cutOf(answer: () => Report): string | undefined {
  try {
    const report = answer();
    return "cutBy" in report ? report.cutBy : undefined;
  } catch (error) {
    if (error instanceof ToolError) return error.key;
    throw error;
  }
}

/** Takes as long as a slice of work may take, since some code reads the real clock. */
function spendSlice(): void {
  const end = performance.now() + 20;
  while (performance.now() < end);
}
