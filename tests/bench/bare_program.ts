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

/** What a thread is told: by main, and by the first thread to the second, which does it with these directories. */
type Told =
  | { readonly type: "begin"; readonly root: string; readonly port: MessagePort }
  | { readonly type: "list" | "search" | "stat"; readonly dirs?: readonly string[] };

/** What this program uses of a worker's global scope. */
interface Scope {
  onmessage: ((event: MessageEvent<Told>) => void) | null;
  postMessage(message: unknown): void;
}

/** All code of a thread: nothing outside it can be named. */
function thread(scope: Scope): void {
  const PARTS = 32, node = import("node:fs"), buffer = new Uint8Array(2 ** 20);
  /** What was found last. */
  let own: Dir[] = [];

  /** A directory is looked at before and behind: or another might have been in its place. Gives those in it. */
  function enter(path: string): string[] {
    const below: string[] = [], names: string[] = [];
    Deno.lstatSync(path);
    for (const { name, isDirectory, isFile } of Deno.readDirSync(path)) {
      if (name.startsWith(".")) continue;
      if (isDirectory) below.push(`${path}/${name}`);
      else if (isFile) names.push(name);
    }
    Deno.lstatSync(path);
    own.push([path, names]);
    return below;
  }

  function walk(path: string): void {
    for (const dir of enter(path)) walk(dir);
  }

  /** Goes down as far as there is enough for two; the half of it. */
  function share(root: string, other: MessagePort, type: "list" | "search"): string[] {
    let dirs = [root];
    while (dirs.length > 0 && dirs.length < PARTS) dirs = dirs.flatMap(enter);
    other.postMessage({ type, dirs: dirs.filter((_, i) => i % 2 === 1) });
    return dirs.filter((_, i) => i % 2 === 0);
  }

  /** How many there are. No link is followed, and nothing is waited for that is no file. */
  function read({ constants, openSync, readSync, closeSync }: typeof import("node:fs"), [path, names]: Dir): number {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    let count = 0;
    Deno.lstatSync(path);
    for (const name of names) {
      const file = openSync(`${path}/${name}`, flags);
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

  scope.onmessage = async ({ data: begin }) => {
    if (begin.type !== "begin") return;
    const fs = await node, { root, port } = begin;
    port.onmessage = scope.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.type === "begin") return;
      const { type, dirs } = data;
      if (type === "stat") return scope.postMessage(own.reduce((sum, dir) => sum + look(dir), 0));
      own = [];
      for (const dir of dirs ?? share(root, port, type)) walk(dir);
      const paths = () => own.flatMap(([path, names]) => names.map((name) => `${path}/${name}`));
      scope.postMessage(type === "list" ? paths() : own.reduce((sum, dir) => sum + read(fs, dir), 0));
    };
    scope.postMessage("ready");
  };
}

if (import.meta.main) {
  const [root] = Deno.args, { port1, port2 } = new MessageChannel();
  const threads = [port1, port2].map((port) => {
    const worker = new Worker(moduleOf(thread), { type: "module" });
    worker.postMessage({ type: "begin", root, port }, [port]);
    return worker;
  });
  const answers = () =>
    Promise.all(threads.map((one) => new Promise<unknown>((resolve) => one.onmessage = ({ data }) => resolve(data))));
  await answers();
  await say("ready");
  for await (const line of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const type = line.trim(), all = answers();
    for (const one of type === "stat" ? threads : threads.slice(0, 1)) one.postMessage({ type });
    const told = await all;
    await say(type === "list" ? told.flat().sort() : told.reduce((sum: number, count) => sum + Number(count), 0));
  }
  for (const one of threads) one.terminate();
}

async function say(value: unknown): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(value) + "\n");
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}
