/**
 * Run by the race test: reads, lists and resolves through a door for some seconds while another process exchanges
 * entries below it, and prints counts of the answers.
 * @module
 */
import { openDoor } from "../../door/support/open_door.ts";
import type { Door } from "../../../src/door/door.ts";
import { contentOf, listingOf, resolvedPlace } from "../../door/support/door_answers.ts";

const [root, seconds, mode] = Deno.args;
const at = (path: string) => ({ root: 0, path });

/** Every kind of read of the entries that are moved. */
function answers(door: Door): string[] {
  return [
    contentOf(door, at("a/f")),
    listingOf(door, at("a")),
    resolvedPlace(door, "a/only_outside"),
    contentOf(door, at("file")),
    door.proveBatch(() => [listingOf(door, at("a")), contentOf(door, at("a/f")), contentOf(door, at("file"))].join()),
  ];
}

/** A careful but unguarded program: resolves the path, then reads it. */
function unguarded(): string[] {
  try {
    const path = `${root}/a/f`;
    return [Deno.realPathSync(path) === path ? Deno.readTextFileSync(path) : "refused"];
  } catch {
    return ["refused"];
  }
}

const door = openDoor([root]);
const counts = { calls: 0, answered: 0, escapes: 0, first: "" };
const end = performance.now() + Number(seconds) * 1000;
while (performance.now() < end) {
  for (const answer of mode === "unguarded" ? unguarded() : answers(door)) {
    counts.calls++;
    if (/inside/.test(answer)) counts.answered++;
    if (/SECRET|only_outside/.test(answer) && ++counts.escapes === 1) counts.first = answer;
  }
}
console.log(JSON.stringify(counts));
