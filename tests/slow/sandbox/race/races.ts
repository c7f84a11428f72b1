/**
 * The races: the entries that are moved in each, and the calls made during it. No answer may have anything from outside:
 * no content, no name, no size.
 * @module
 */
import { errorCodeOf, type Reply, ServerProcess } from "../../../sandbox/server_process.ts";
import { type Setup, succeeds } from "../../../sandbox/setups.ts";
import { type Move, type Pace, whileMoving } from "./mover.ts";

/** One kind of race. */
export interface Race {
  readonly name: string;
  readonly move: (root: string) => Move;
  /** Calls to the three tools, on the moved place. */
  readonly calls: readonly (readonly [tool: "read_file" | "list_files" | "search_content", args: unknown])[];
}

/** The result of a race. */
export interface RaceScore {
  readonly moves: number;
  readonly answers: number;
  /** Answers with content from inside. */
  readonly whole: number;
  readonly escapes: readonly string[];
  /** Answers of a kind that no race explains. */
  readonly wrong: readonly string[];
  /** Milliseconds the slowest answer took. */
  readonly slowest: number;
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

/** All kinds. */
export const RACES: readonly Race[] = [
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

/** The paces at which entries are moved. */
export const PACES: readonly Pace[] = ["continuous", "bursts"];

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

/**
 * Calls for `seconds`, three calls at a time, while another process moves the entries.
 * @param options of the server: with `--cache-mb 0` nothing is cached
 * @returns undefined if this machine can't move entries like that
 */
export async function runRace(
  { move, calls }: Race,
  setup: Setup,
  { pace, seconds, options }: { pace: Pace; seconds: number; options: readonly string[] },
): Promise<RaceScore | undefined> {
  using ground = raceGround();
  const server = await ServerProcess.open(setup.line(ground.root, ...options));
  const ask = () => Promise.all(calls.map(([tool, args]) => server.call(tool, args)));
  await ask();
  const score = new RaceTally();
  const done = await whileMoving(move(ground.root), ground.root, pace, async () => {
    const end = performance.now() + seconds * 1000;
    do {
      for (const reply of await ask()) score.add(reply);
    } while (performance.now() < end);
  });
  // After the last move every answer must be complete.
  for (const reply of await ask()) if (errorCodeOf(reply) !== undefined) score.wrong.push(`afterwards: ${reply.raw}`);
  await server.end();
  return done && { ...score.result, moves: done.moves };
}

class RaceTally {
  #answers = 0;
  #whole = 0;
  #slowest = 0;
  readonly escapes: string[] = [];
  readonly wrong: string[] = [];

  add(reply: Reply): void {
    const code = errorCodeOf(reply);
    this.#answers++;
    this.#slowest = Math.max(this.#slowest, reply.ms);
    if (/inside|"entries":\[\{/.test(reply.raw)) this.#whole++;
    // No answer repeats its query, so a telltale in it was read.
    if (TELLTALES.some((telltale) => reply.raw.includes(telltale))) this.escapes.push(reply.raw);
    if ("error" in reply.message || (code !== undefined && !REFUSALS.includes(code))) this.wrong.push(reply.raw);
  }

  get result(): Omit<RaceScore, "moves"> {
    const { escapes, wrong } = this;
    return { answers: this.#answers, whole: this.#whole, slowest: Math.round(this.#slowest), escapes, wrong };
  }
}

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
