/**
 * The watching thread: tells engine threads what changes in the directories they ask it to watch. It is
 * started with `read: [roots]` as its only permission and reads nothing.
 *
 * Directories are watched one by one: a recursive watch would go through links, out of the roots.
 * @module
 */

/** An engine thread to the watching thread. Paths are absolute. */
export type ToWatch =
  | { readonly type: "watch"; readonly dirs: readonly string[] }
  /** To be answered once everything that changed before has been told. */
  | { readonly type: "ask"; readonly id: number };

/** The watching thread to each engine thread. */
export type FromWatch =
  | { readonly type: "watching"; readonly dirs: readonly string[] }
  /** What may have other content or attributes; and what came, went or was replaced. */
  | { readonly type: "changed"; readonly content: readonly string[]; readonly entries: readonly string[] }
  /** Changes have gone unseen. */
  | { readonly type: "lost" }
  | { readonly type: "told"; readonly id: number };

/** What the thread uses of its global scope: ports of engine threads come in. */
export interface WatchScope {
  onmessage: ((event: MessageEvent<MessagePort>) => void) | null;
}

/**
 * All of the thread's code: it is started from this function's own text, since a process that may read
 * nothing but its roots can load no module for it. So it uses nothing from outside itself.
 */
export function watchThread(scope: WatchScope): void {
  /** Changes told one by one; beyond this they are told as lost. */
  const MOST_CHANGES = 2000;
  /** The system gives a user some 128 watchers in all; beyond this the smaller ones are put together. */
  const MOST_WATCHERS = 24;
  /**
   * Milliseconds that a change takes to come through, and by how much a timer may be late before the machine
   * counts as too busy for that; and how often it is waited again before sight counts as lost.
   */
  const LATENCY = 1, LATE = 6, PATIENCE = 4;

  const ports: MessagePort[] = [];
  const watched = new Set<string>();
  let watchers: { readonly watcher: Deno.FsWatcher; readonly dirs: string[] }[] = [];
  let content = new Set<string>(), entries = new Set<string>();
  let telling = false;

  scope.onmessage = ({ data: port }) => {
    ports.push(port);
    port.onmessage = ({ data }: MessageEvent<ToWatch>) => {
      if (data.type === "watch") watch(port, data.dirs);
      else void answer(port, data.id);
    };
  };

  function watch(port: MessagePort, dirs: readonly string[]): void {
    const fresh = dirs.filter((dir) => !watched.has(dir));
    const begun = fresh.length === 0 ? [] : begin(fresh);
    for (const dir of begun) watched.add(dir);
    if (watchers.length > MOST_WATCHERS) putTogether();
    send(port, { type: "watching", dirs: dirs.filter((dir) => watched.has(dir)) });
  }

  /** Watches directories; those that could be. */
  function begin(dirs: readonly string[]): string[] {
    const there = dirs.filter(isDirectory);
    if (there.length === 0) return [];
    try {
      const watcher = Deno.watchFs(there, { recursive: false });
      watchers.push({ watcher, dirs: there });
      void follow(watcher);
      return there;
    } catch {
      // The system has no more watches to give, or one of them has just gone.
      return [];
    }
  }

  function isDirectory(dir: string): boolean {
    try {
      return Deno.lstatSync(dir).isDirectory;
    } catch {
      return false;
    }
  }

  function putTogether(): void {
    watchers.sort((a, b) => a.dirs.length - b.dirs.length);
    const small = watchers.slice(0, MOST_WATCHERS >> 1);
    watchers = watchers.slice(small.length);
    // The old ones go when the new one sees: in between, changes are told twice.
    const dirs = small.flatMap((one) => one.dirs).filter((dir) => watched.has(dir));
    const seen = new Set(begin([...new Set(dirs)]));
    for (const { watcher } of small) watcher.close();
    if (dirs.every((dir) => seen.has(dir))) return;
    for (const dir of dirs) if (!seen.has(dir)) watched.delete(dir);
    tellAll({ type: "lost" });
  }

  async function follow(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind, paths, flag } of watcher) {
      if (flag === "rescan") lose();
      for (const path of paths) note(kind, path);
    }
  }

  function note(kind: Deno.FsEvent["kind"], path: string): void {
    const isContent = kind === "modify" || kind === "access";
    (isContent ? content : entries).add(path);
    if (!isContent && watched.has(path)) forget(path);
    if (content.size + entries.size > MOST_CHANGES) lose();
    if (telling) return;
    telling = true;
    setTimeout(tell, LATENCY);
  }

  /** The directory is another one, or none; so is everything below it. */
  function forget(dir: string): void {
    watched.delete(dir);
    for (const path of watched) if (path.startsWith(dir) && /[\\/]/.test(path[dir.length] ?? "")) watched.delete(path);
  }

  function lose(): void {
    content = new Set();
    // Directories that went must be known as gone all the same.
    tellAll({ type: "changed", content: [], entries: [...entries] });
    entries = new Set();
    tellAll({ type: "lost" });
  }

  function tell(): void {
    telling = false;
    if (content.size + entries.size === 0) return;
    tellAll({ type: "changed", content: [...content], entries: [...entries] });
    content = new Set();
    entries = new Set();
  }

  /**
   * There is no way to ask the system whether it has told everything. But it tells within half a
   * millisecond, unless the machine is so busy that a timer is late as well.
   */
  async function answer(port: MessagePort, id: number): Promise<void> {
    for (let times = 0; times < PATIENCE; times++) {
      const began = performance.now();
      await new Promise((resolve) => setTimeout(resolve, LATENCY));
      if (performance.now() - began > LATE) continue;
      tell();
      return send(port, { type: "told", id });
    }
    lose();
    send(port, { type: "told", id });
  }

  function tellAll(message: FromWatch): void {
    for (const port of ports) send(port, message);
  }

  function send(port: MessagePort, message: FromWatch): void {
    port.postMessage(message);
  }
}
