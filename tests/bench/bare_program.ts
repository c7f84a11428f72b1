/**
 * A server of nothing but the runtime's calls that no answer can do without: any program on this runtime that begins
 * when it is asked makes at least these. It leaves out names that begin with a dot, knows no other ignore rules, scans
 * nothing and keeps no text.
 *
 * `deno run --allow-read=ROOT bare_program.ts ROOT` writes `"ready"` once its two threads run, then a line of JSON for
 * each line that it reads: `list`, the paths of all files; `search`, how many were opened, read and closed; `stat`,
 * behind a `search`, how many were looked at.
 * @module
 */
import { moduleOf } from "../../src/pool/start_worker.ts";

/** A directory's path, and the names of its files. */
type Dir = readonly [path: string, names: readonly string[]];

/** What main asks. */
type Asked = "list" | "search" | "stat";

/** What a thread is told first. `next` is the place of the first directory that neither thread has taken to read. */
interface Begin {
  readonly root: string;
  readonly port: MessagePort;
  readonly next: Int32Array;
  /** Which of the two it is: 0 or 1. */
  readonly part: number;
}

/** What this program uses of a worker's global scope. */
interface Scope {
  readonly process: { getBuiltinModule(name: "node:fs"): typeof import("node:fs") };
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
}

/** All code of a thread: nothing outside it can be named. */
function thread(scope: Scope): void {
  const BATCH = 50;
  const { constants, openSync, readSync, closeSync } = scope.process.getBuiltinModule("node:fs");
  const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const buffer = new Uint8Array(2 ** 20);

  /** A directory is looked at before and behind: or another might have been in its place. */
  function walk(path: string, found: (dir: Dir) => void): void {
    const below: string[] = [], names: string[] = [];
    Deno.lstatSync(path);
    for (const { name, isDirectory, isFile } of Deno.readDirSync(path)) {
      if (name.startsWith(".")) continue;
      if (isDirectory) below.push(name);
      else if (isFile) names.push(name);
    }
    Deno.lstatSync(path);
    found([path, names]);
    for (const name of below) walk(`${path}/${name}`, found);
  }

  /** No link is followed, and nothing is waited for that is no file. */
  function read([path, names]: Dir): number {
    let count = 0;
    Deno.lstatSync(path);
    for (const name of names) {
      const file = openSync(`${path}/${name}`, FLAGS);
      while (readSync(file, buffer) === buffer.length);
      closeSync(file);
      count++;
    }
    Deno.lstatSync(path);
    return count;
  }

  function look([path, names]: Dir): number {
    let count = 0;
    Deno.lstatSync(path);
    for (const name of names) {
      Deno.lstatSync(`${path}/${name}`);
      count++;
    }
    return count;
  }

  scope.onmessage = ({ data: { root, port, next, part } }: MessageEvent<Begin>) => {
    let dirs: Dir[] = [], taken: number | undefined, count = 0;

    /** Takes the directories that it knows of and neither thread has read: so both end at the same time. */
    function readOn(): void {
      for (taken ??= Atomics.add(next, 0, 1); taken < dirs.length; taken = Atomics.add(next, 0, 1)) {
        count += read(dirs[taken]);
      }
    }

    /** Goes through the tree while the other thread reads what it is told of; then both read. */
    function search(): void {
      let told = 0;
      const tell = () => port.postMessage(dirs.slice(told, told = dirs.length));
      port.postMessage("search");
      [dirs, taken, count] = [[], undefined, 0];
      walk(root, (dir) => {
        if (dirs.push(dir) - told === BATCH) tell();
      });
      tell();
      port.postMessage("all");
      readOn();
      scope.postMessage(count);
    }

    function list(): void {
      const paths: string[] = [];
      walk(root, ([path, names]) => {
        for (const name of names) paths.push(`${path}/${name}`);
      });
      scope.postMessage(paths);
    }

    function stat(): void {
      let count = 0;
      for (let i = part; i < dirs.length; i += 2) count += look(dirs[i]);
      scope.postMessage(count);
    }

    port.onmessage = ({ data: told }: MessageEvent<"search" | readonly Dir[] | "all">) => {
      if (told === "search") [dirs, taken, count] = [[], undefined, 0];
      else if (told === "all") scope.postMessage(count);
      else {
        dirs.push(...told);
        readOn();
      }
    };
    const answers = { list, search, stat };
    scope.onmessage = ({ data: asked }: MessageEvent<Asked>) => answers[asked]();
    scope.postMessage("ready");
  };
}

if (import.meta.main) {
  const [root] = Deno.args, { port1, port2 } = new MessageChannel(), next = new Int32Array(new SharedArrayBuffer(4));
  const threads = [port1, port2].map((port, part) => {
    const worker = new Worker(moduleOf(thread), { type: "module" });
    worker.postMessage({ root, port, next, part } satisfies Begin, [port]);
    return worker;
  });
  const told = (some: readonly Worker[]) =>
    Promise.all(some.map((one) => new Promise<unknown>((resolve) => one.onmessage = ({ data }) => resolve(data))));
  await told(threads);
  say("ready");
  const buffer = new Uint8Array(100), text = new TextDecoder();
  for (let n; (n = await Deno.stdin.read(buffer)) !== null;) {
    const asked = text.decode(buffer.subarray(0, n)).trim(), [first] = threads;
    const answers = told(asked === "list" ? [first] : threads);
    Atomics.store(next, 0, 0);
    for (const one of asked === "stat" ? threads : [first]) one.postMessage(asked);
    const all = await answers;
    say(asked === "list" ? all.flat().sort() : all.reduce((sum: number, count) => sum + Number(count), 0));
  }
  for (const one of threads) one.terminate();
}

function say(value: unknown): void {
  const bytes = new TextEncoder().encode(JSON.stringify(value) + "\n");
  for (let done = 0; done < bytes.length;) done += Deno.stdout.writeSync(bytes.subarray(done));
}
