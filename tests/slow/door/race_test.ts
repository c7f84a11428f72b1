/**
 * Real races: another process exchanges entries while a door reads. `FOSSICK_RACE_S` sets the seconds of each race.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { type Pace, whileMoving } from "../sandbox/race/mover.ts";
import { ScratchDir } from "../../door/support/scratch_dir.ts";

interface Counts {
  readonly calls: number;
  readonly answered: number;
  readonly escapes: number;
}

/** A root with entries to exchange: links to a directory and a file outside, and a FIFO. */
function raceTree(): ScratchDir {
  const scratch = new ScratchDir();
  for (const name of ["f", "only_inside"]) scratch.file(`root/a/${name}`, "inside");
  scratch.file("root/file", "inside");
  for (const name of ["f", "only_outside"]) scratch.file(`outside/${name}`, "SECRET");
  scratch.link("root/evil", "../outside");
  scratch.link("root/file_evil", "../outside/f");
  scratch.run("mkfifo", "root/fifo");
  return scratch;
}

async function readDuringRace(root: string, grant: string, seconds: number, mode: string): Promise<Counts> {
  const script = fromFileUrl(new URL("./race_reader.ts", import.meta.url));
  const args = ["run", "--no-prompt", grant, script, root, String(seconds), mode];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** One race, half of the time with a scoped grant, under which Deno itself resolves links. */
async function race(swap: readonly [string, string], pace: Pace, mode = "guarded"): Promise<Counts[] | undefined> {
  using scratch = raceTree();
  const { root } = scratch;
  const seconds = Number(Deno.env.get("FOSSICK_RACE_S") ?? 3) / 2;
  const move = { how: "exchange", a: `${root}/${swap[0]}`, b: `${root}/${swap[1]}` } as const;
  const race = await whileMoving(move, root, pace, async () => {
    const counts: Counts[] = [];
    for (const grant of ["--allow-read", `--allow-read=${root}`]) {
      counts.push(await readDuringRace(root, grant, seconds, mode));
    }
    return counts;
  });
  return race?.value;
}

function report(name: string, counts: Counts[] | undefined): Counts[] {
  console.log(
    counts === undefined
      ? "skipped: no C compiler, or the file system can't exchange entries"
      : `${name}: ${JSON.stringify(counts)}`,
  );
  return counts ?? [];
}

const RACES: [name: string, swap: [string, string], pace: Pace][] = [
  ["a directory swapped for a link without a pause", ["a", "evil"], "continuous"],
  ["a directory swapped for a link in bursts", ["a", "evil"], "bursts"],
  ["a file swapped for a link without a pause", ["file", "file_evil"], "continuous"],
  ["a file swapped for a FIFO without a pause", ["file", "fifo"], "continuous"],
];

for (const [name, swap, pace] of RACES) {
  Deno.test(`nothing gets out while ${name}`, async () => {
    for (const { calls, escapes } of report(name, await race(swap, pace))) {
      assert(calls > 0);
      assertEquals(escapes, 0);
    }
  });
}

Deno.test("the same race does escape from a program that checks a path before it reads it", async () => {
  const counts = report("unguarded", await race(["a", "evil"], "continuous", "unguarded"));
  assertEquals(counts.some(({ escapes }) => escapes === 0), false);
});
