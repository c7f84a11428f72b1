/**
 * Real races: a second process moves entries while a server answers. No answer may have anything from outside: no
 * content, no name, no size.
 */
import { assert, assertEquals } from "@std/assert";
import { errorCodeOf, type Reply, ServerProcess } from "../../sandbox/server_process.ts";
import { ALL, SCOPED, type Setup, succeeds } from "../../sandbox/setups.ts";
import { LENGTH } from "../../seed.ts";
import { type Move, type Pace, whileMoving } from "./mover.ts";

/** Seconds of a race; in bursts directories settle for a second. */
const SECONDS: Readonly<Record<Pace, number>> = { continuous: 0.5 * LENGTH, bursts: 2 * LENGTH };

/** One kind of race. */
interface Race {
  readonly name: string;
  readonly move: (root: string) => Move;
  /** Calls to the three tools, on the moved place. */
  readonly calls: readonly (readonly [tool: "read_file" | "list_files" | "search_content", args: unknown])[];
}

const below = (dir: string): Race["calls"] => [
  ["read_file", { path: `${dir}/f` }],
  ["list_files", { roots: [dir], metadata: true, hidden: true, no_ignore: true, follow_symlinks: true }],
  ["search_content", { roots: [dir], query: "inside|SECRET", follow_symlinks: true }],
];

const ofFile: Race["calls"] = [
  ["read_file", { path: "file" }],
  ["list_files", { roots: ["."], pattern: "^file$", metadata: true, follow_symlinks: true }],
  ["search_content", { files: ["file"], query: "inside|SECRET" }],
];

const exchange = (a: string, b: string) => (root: string): Move => ({
  how: "exchange",
  a: `${root}/${a}`,
  b: `${root}/${b}`,
});

/** All kinds of races. */
const RACES: readonly Race[] = [
  { name: "directory for link", move: exchange("a", "evil"), calls: below("a") },
  { name: "file for link", move: exchange("file", "file_evil"), calls: ofFile },
  { name: "link for link", move: exchange("link", "link_evil"), calls: below("link") },
  { name: "file for FIFO", move: exchange("file", "fifo"), calls: ofFile },
  {
    name: "parents moved away",
    move: (root) => ({ how: "replace", a: `${root}/p`, b: `${root}/p_evil`, away: `${root}/p_away` }),
    calls: below("p/q"),
  },
];

/** Texts that show that an answer came from outside. */
const TELLTALES = ["SECRET-", "only_outside", '"size_bytes":7777'];

/** Refusals that a race explains. */
const REFUSALS: readonly unknown[] = [
  "PATH_OUTSIDE_ROOT",
  "CHANGED_WHILE_READ",
  "NOT_A_FILE",
  "NOT_A_DIRECTORY",
  "NOT_FOUND",
];

/** The result of a race. */
interface RaceScore {
  readonly moves: number;
  readonly answers: number;
  readonly escapes: readonly string[];
  /** Answers of a kind that no race explains. */
  readonly wrong: readonly string[];
}

/** Calls, three at a time, while another process moves the entries; undefined if this machine can't move them so. */
async function runRace({ move, calls }: Race, setup: Setup, pace: Pace): Promise<RaceScore | undefined> {
  using ground = raceGround();
  const server = await ServerProcess.open(setup.line(ground.root, "--timeout-ms", "30000"));
  const ask = () => Promise.all(calls.map(([tool, args]) => server.call(tool, args)));
  await ask();
  const escapes: string[] = [], wrong: string[] = [];
  let answers = 0;
  const judge = (reply: Reply) => {
    const { raw, message } = reply, code = errorCodeOf(reply);
    answers++;
    // No answer repeats its query, so a telltale in it was read.
    if (TELLTALES.some((telltale) => raw.includes(telltale))) escapes.push(raw);
    if ("error" in message || code !== undefined && !REFUSALS.includes(code)) wrong.push(raw);
  };
  const done = await whileMoving(move(ground.root), ground.root, pace, async () => {
    const end = performance.now() + SECONDS[pace] * 1000;
    do (await ask()).forEach(judge); while (performance.now() < end);
  });
  // After the last move every answer must be complete.
  for (const reply of await ask()) if (errorCodeOf(reply) !== undefined) wrong.push(`afterwards: ${reply.raw}`);
  await server.end();
  return done && { moves: done.moves, answers, escapes, wrong };
}

for (const one of RACES) {
  for (const pace of ["continuous", "bursts"] as const) {
    // The engine on the main thread, under a grant with which Deno itself resolves links, and on its own thread.
    const setup = pace === "continuous" ? SCOPED : ALL;
    Deno.test(`nothing from outside is answered during ${one.name}, ${pace}, under ${setup.name}`, async () => {
      const score = await runRace(one, setup, pace);
      if (score === undefined) return console.log("skipped: nothing here can move entries at once");
      assertEquals([score.escapes, score.wrong], [[], []]);
      assert(score.answers > 0 && score.moves > 0);
    });
  }
}

Deno.test("a program that checks a path before it reads it does let something out, so the tests above could fail", async () => {
  using ground = raceGround();
  const read = `const path = Deno.args[0] + "/a/f";
    for (let found = ""; !found.includes("SECRET");) {
      try {
        if (Deno.realPathSync(path) === path) found = Deno.readTextFileSync(path);
      } catch {
        continue;
      }
    }`;
  const move = exchange("a", "evil")(ground.root);
  const raced = await whileMoving(move, ground.root, "continuous", async () => {
    const args = ["eval", read, ground.root];
    return (await new Deno.Command(Deno.execPath(), { args }).output()).code;
  });
  assertEquals(raced?.value ?? 0, 0);
});

/** A root with everything that is moved in it, and what may not come out beside it. */
function raceGround(): { readonly root: string } & Disposable {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-race-" })), root = `${base}/root`;
  for (const dir of ["root/a", "root/kept", "root/p/q", "outside/q"]) {
    Deno.mkdirSync(`${base}/${dir}`, { recursive: true });
  }
  for (const path of ["a/f", "a/only_inside", "kept/f", "file", "p/q/f"]) {
    Deno.writeTextFileSync(`${root}/${path}`, "inside\n");
  }
  for (const dir of ["outside", "outside/q"]) {
    Deno.writeTextFileSync(`${base}/${dir}/f`, "SECRET-".repeat(1111));
    Deno.writeTextFileSync(`${base}/${dir}/only_outside`, "SECRET-".repeat(1111));
  }
  const links = {
    evil: "../outside",
    file_evil: "../outside/f",
    link: "kept",
    link_evil: "../outside",
    p_evil: "../outside",
  };
  for (const [name, target] of Object.entries(links)) Deno.symlinkSync(target, `${root}/${name}`);
  succeeds("mkfifo", [`${root}/fifo`]);
  return { root, [Symbol.dispose]: () => Deno.removeSync(base, { recursive: true }) };
}
