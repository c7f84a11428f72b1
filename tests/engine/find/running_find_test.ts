/** Finds that need what a background task is finding. @module */
import { find } from "../../../src/engine/find/find.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn, nextRequest } from "../job_on.ts";
import { scopeOf } from "../requests.ts";
import { withTree } from "../with_tree.ts";
import { assertEquals } from "@std/assert";
import { join } from "@std/path";

/** A tree that is walked in many steps. */
function wide(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d${String(i).padStart(3, "0")}/f`, ""]));
}

Deno.test("a find that needs a running background find drives it to its end and sees changes since", () => {
  withTree(wide(), (_, root) => {
    const { door } = agedDoor(root);
    const job = jobOn(door, { shouldYield: () => true });
    const background = find(scopeOf({}), undefined, { ...job, background: true });
    for (let turn = 0; turn < 3; turn++) assertEquals(background.next().done, false);
    Deno.writeTextFileSync(join(root, "d000", "new"), "");
    Deno.removeSync(join(root, "d001"), { recursive: true });
    const { entries } = finish(find(scopeOf({}), undefined, nextRequest(job)));
    const shown = entries.map((entry) => entry.shown);
    assertEquals(shown.slice(0, 3), ["d000/f", "d000/new", "d002/f"]);
    assertEquals(shown.length, 300);
    assertEquals(finish(background).entries.length, 300);
  });
});

Deno.test("a find with too little time for a running background find walks by itself", () => {
  withTree(wide(), (_, root) => {
    const { door } = agedDoor(root);
    const job = jobOn(door, { shouldYield: () => true });
    const background = find(scopeOf({}), undefined, { ...job, background: true });
    background.next();
    let checks = 0;
    const hurried = { ...nextRequest(job), remainingMs: () => 100 - 20 * checks++ };
    const { cutBy } = finish(find(scopeOf({}), undefined, hurried));
    assertEquals(cutBy, "timeout");
    assertEquals(finish(background).entries.length, 300);
  });
});
