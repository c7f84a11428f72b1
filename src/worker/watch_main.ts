/**
 * The watching thread: tells the engine what changes in the directories it asks to watch. It is
 * started with `read: [roots]` as its only permission and reads nothing.
 *
 * Directories are watched one by one: a recursive watch would go through links, out of the roots.
 * @module
 */
import type { lossDetector } from "./loss_detector.ts";

/** The engine to the watching thread. Paths are absolute. */
export type EngineToWatch =
  | { readonly type: "watch"; readonly dirs: readonly string[] }
  /** To be answered once everything that changed before has been told. */
  | { readonly type: "ask"; readonly id: number };

/** The watching thread to the engine. */
export type WatchToEngine =
  /** In which roots, each by its `inodeOf`: undefined where nobody knows. */
  | {
    readonly type: "watching";
    readonly dirs: readonly string[];
    readonly roots: readonly (string | undefined)[];
    /** No more directories are watched than are by now. */
    readonly isFull: boolean;
  }
  /** What may have other content or attributes; and what came, went or was replaced. */
  | { readonly type: "changed"; readonly content: readonly string[]; readonly entries: readonly string[] }
  /** Nothing is watched any more, and changes may have gone unseen. */
  | { readonly type: "blind" }
  | { readonly type: "told"; readonly id: number }
  /** Everything that had changed when this call began has been told, and so for all calls before it. */
  | { readonly type: "told_all"; readonly call: number };

/** The engine's port comes in, with the roots. */
export interface JoinMessage {
  readonly type: "join";
  readonly port: MessagePort;
  /** Absolute. */
  readonly roots: readonly string[];
  /** Directories that are watched at most. */
  readonly maxDirs: number;
}

/** Main to the watching thread. */
export type MainToWatch =
  | JoinMessage
  /** A call has begun: to be answered to the engine. Numbers go up. */
  | { readonly type: "ask"; readonly call: number };

/** What the thread uses of its global scope. */
export interface WatchScope {
  onmessage: ((event: MessageEvent<MainToWatch>) => void) | null;
}

/**
 * All of the thread's code: it is started from this function's own text, since a process that may read
 * nothing but its roots can load no module for it. So it uses nothing from outside itself and its arguments.
 */
export function watchThreadMain(scope: WatchScope, makeDetector: typeof lossDetector): void {
  /** Changes that are told one by one. */
  const MOST_CHANGES = 2000;
  /** Every watcher looks at every event; beyond this the smaller ones are put together. */
  const MOST_WATCHERS = 16;
  /** Times that the event loop must have come to rest without an event coming out. */
  const QUIET_ROUNDS = 2;
  /**
   * Turns of the event loop for it to come to rest: as long as it turns it looks for what other threads have sent only
   * now and then, in every 61st at the latest. 16 were enough in 1,200 tries, 4 were not; a timer takes 2 ms and more.
   */
  const TURNS = 64;
  /**
   * Milliseconds between two looks at the clock while something is watched; then changes are told, too, that no
   * question has asked for. 40 looks in 10 s cost 14 ms of a processor.
   */
  const LOOK_MS = 250;
  /** Milliseconds that the system takes for a directory at most, when it begins to watch thousands. */
  const BEGIN_MS = 1;
  /**
   * Milliseconds that this thread sleeps behind each question it puts to the one that fetches events. That one hands
   * over an answer and is often stopped right there, since this one wakes up; were the next question there before it
   * goes on, it would take that first, and events later: where processors are busy, one change in a hundred was missed.
   */
  const NAP_MS = 0.05;
  const nap = new Int32Array(new SharedArrayBuffer(4));

  const ports: MessagePort[] = [];
  let roots: readonly string[] = [], most = 0;
  /** What is listened to, until `ended`. */
  interface Listening {
    readonly watcher: Deno.FsWatcher;
    readonly ended: Promise<void>;
  }
  /** Through this one nearly all events come. */
  let ears: Listening | undefined;
  /** These make the system look at more directories. */
  let watchers: (Listening & { readonly dirs: readonly string[] })[] = [];
  /** Resolves once all that have been closed have let go of the names they held. */
  let silence: Promise<unknown> = Promise.resolve();
  const watched = new Set<string>();
  /** Of all names that are held, what they stood for when they began to be watched: device and inode. */
  const inodes = new Map<string, string>();
  let content = new Set<string>(), entries = new Set<string>();
  let heard = 0;
  const detector = makeDetector(() => performance.now());
  let looking: ReturnType<typeof setInterval> | undefined;

  scope.onmessage = ({ data }) => {
    if (data.type === "ask") return void answerAll(data.call);
    const { port } = data;
    ({ roots, maxDirs: most } = data);
    ports.push(port);
    port.onmessage = ({ data }: MessageEvent<EngineToWatch>) => {
      if (data.type === "watch") void watch(port, data.dirs);
      else void answer(port, data.id);
    };
  };

  async function watch(port: MessagePort, dirs: readonly string[]): Promise<void> {
    if (roots.some(isAnother) || mayHaveLost()) goDeaf();
    letGo(dirs.filter((dir) => !watched.has(dir)));
    // As long as a name is held it stays with the directory that it had: another one of that name would go unheard.
    for (let heardOut; heardOut !== silence;) await (heardOut = silence);
    const fresh = fitting(dirs.filter((dir) => !watched.has(dir)));
    for (const dir of fresh.length > 0 && listen() ? begin(fresh) : []) watched.add(dir);
    if (watchers.length > MOST_WATCHERS) replace(smallest(MOST_WATCHERS >> 1));
    // Meanwhile, too: then these are directories of either.
    const isAmiss = roots.some(isAnother) || mayHaveLost(fresh.length * BEGIN_MS);
    // More than the share that is left: they are asked for again, and then no more are watched than that.
    if (isAmiss || watched.size > most) goDeaf();
    const held = roots.map((root) => inodes.get(root));
    const isFull = watched.size >= most;
    send(port, { type: "watching", dirs: dirs.filter((dir) => watched.has(dir)), roots: held, isFull });
  }

  /**
   * Closes what still holds on to directories of these names that are gone: the runtime takes a name that is held
   * for one that is watched. Everything else they held is held by others first.
   */
  function letGo(dirs: readonly string[]): void {
    const names = new Set(dirs);
    const stale = watchers.filter((one) => one.dirs.some((dir) => names.has(dir)));
    if (stale.length > 0) replace(stale);
  }

  /** Puts one watcher in the place of several; the old ones go when the new one sees. */
  function replace(old: typeof watchers): void {
    watchers = watchers.filter((one) => !old.includes(one));
    const names = old.flatMap((one) => one.dirs), gone = names.filter((dir) => !watched.has(dir));
    mistrust(gone);
    for (const dir of gone) inodes.delete(dir);
    const dirs = names.filter((dir) => watched.has(dir));
    const held = begin(dirs);
    old.forEach(close);
    if (held.length < dirs.length) goDeaf();
  }

  /**
   * The system watches a directory, not a name. Where one name is let go, the watch under another that the same
   * directory has by now may go with it, so that one counts as changed and is not relied on any more.
   */
  function mistrust(gone: readonly string[]): void {
    const lost = new Set(gone.map((dir) => inodes.get(dir)));
    for (const dir of watched) if (lost.has(inodes.get(dir)) && watched.delete(dir)) entries.add(dir);
  }

  function smallest(count: number): typeof watchers {
    return [...watchers].sort((a, b) => a.dirs.length - b.dirs.length).slice(0, count);
  }

  /** Whether events can be heard: begins to, if need be. */
  function listen(): boolean {
    if (ears !== undefined) return true;
    // Before 2.9 each watcher was by itself, and other systems tell when they please: neither can be made to tell all
    // they know, so nothing is taken on trust there.
    if (Deno.build.os !== "linux") return false;
    const [major, minor] = Deno.version.deno.split(".").map(Number);
    if (major < 2 || major === 2 && minor < 9) return false;
    try {
      // Before they are watched: one that becomes another meanwhile is noticed the next time.
      roots.forEach(isDirectory);
      // The queue may be full of events of watches that have ended. Once the thread that empties it has answered twice,
      // it has emptied it in between.
      drain();
      drain();
      detector.restart();
      ears = follow(Deno.watchFs([...roots], { recursive: false }));
      looking = setInterval(look, LOOK_MS);
      return true;
    } catch {
      return false;
    }
  }

  /** As many as there is room for, those above first: one below a directory that is not watched is not relied on. */
  function fitting(dirs: readonly string[]): readonly string[] {
    return [...dirs].sort((a, b) => a.length - b.length).slice(0, Math.max(0, most - watched.size));
  }

  /** Watches directories; those that could be. */
  function begin(dirs: readonly string[]): readonly string[] {
    // Those above first: of one that gives way to another meanwhile they tell, and of all below it thereby.
    const there = dirs.filter(isDirectory).sort((a, b) => a.length - b.length);
    if (there.length === 0) return [];
    try {
      // All watchers are fed by one queue of the system's, and each looks through its own paths at every event. To be
      // told to ignore everything is quicker, and the one for the roots is told of everything below them: but not of a
      // directory that is a link out of them by now, which is not ignored either.
      const options = { recursive: false, ignore: [...roots] };
      watchers.push({ ...follow(Deno.watchFs(there, options)), dirs: there });
      return there;
    } catch (error) {
      // One of them has just gone, or the system refuses the user more watches.
      return error instanceof Deno.errors.NotFound ? [] : beginFewer(there);
    }
  }

  /** From now on at most half of what the system gives is watched: the user's other programs need watches, too. */
  function beginFewer(dirs: readonly string[]): readonly string[] {
    let room = dirs.length >> 1;
    while (room > 0 && !isGiven(dirs.slice(0, room))) room >>= 1;
    most = Math.min(most, (watched.size + room) >> 1);
    return begin(fitting(dirs.slice(0, room)));
  }

  function isGiven(dirs: readonly string[]): boolean {
    try {
      Deno.watchFs([...dirs], { recursive: false }).close();
      return true;
    } catch {
      return false;
    }
  }

  function isDirectory(dir: string): boolean {
    const inode = inodeOf(dir);
    if (inode !== undefined && !inodes.has(dir)) inodes.set(dir, inode);
    return inode !== undefined;
  }

  /** What a directory is known by, wherever it may be moved. A root may be read by an alias, which is a link. */
  function inodeOf(dir: string): string | undefined {
    try {
      const { isDirectory, dev, ino } = roots.includes(dir) ? Deno.statSync(dir) : Deno.lstatSync(dir);
      return isDirectory ? `${dev}:${ino ?? 0}` : undefined;
    } catch {
      return undefined;
    }
  }

  /** A directory above a root was replaced, of which the system tells nobody who watches the root. */
  function isAnother(root: string): boolean {
    const before = inodes.get(root);
    return before !== undefined && before !== inodeOf(root);
  }

  function follow(watcher: Deno.FsWatcher): Listening {
    return { watcher, ended: hear(watcher) };
  }

  /** What it holds on to it lets go of when it has been heard to its end. */
  function close({ watcher, ended }: Listening): void {
    watcher.close();
    silence = Promise.all([silence, ended]);
  }

  async function hear(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind, paths, flag } of watcher) {
      heard++;
      detector.countEvent();
      if (flag === "rescan" || mayHaveLost()) goDeaf();
      for (const path of paths) note(kind, path);
    }
  }

  function note(kind: Deno.FsEvent["kind"], path: string): void {
    const isContent = kind === "modify" || kind === "access";
    (isContent ? content : entries).add(path);
    if (!isContent) forget(path);
    if (content.size + entries.size > MOST_CHANGES) goDeaf();
  }

  /** Nothing is watched any more where events may have been dropped; else what has changed is told. */
  function look(): void {
    if (mayHaveLost()) goDeaf();
    tell();
  }

  /** See `LossDetector.mayHaveLost`; where nothing is watched nothing is lost. */
  function mayHaveLost(workMs?: number): boolean {
    return ears !== undefined && detector.mayHaveLost(workMs);
  }

  /** A directory is another one, or none; so is everything below it. */
  function forget(dir: string): void {
    if (roots.includes(dir)) return goDeaf();
    const gone = [...inodes.keys()].filter((path) =>
      path.startsWith(dir) && /^(?:$|[\\/])/.test(path.slice(dir.length))
    );
    for (const path of gone) watched.delete(path);
    mistrust(gone);
  }

  /**
   * A root is no more what it was, changes have gone unheard, or there are more than is worth telling: from now on
   * nothing is heard, until somebody wants it watched again.
   */
  function goDeaf(): void {
    content = new Set();
    entries = new Set();
    for (const one of ears === undefined ? watchers : [ears, ...watchers]) close(one);
    clearInterval(looking);
    ears = undefined;
    watchers = [];
    watched.clear();
    inodes.clear();
    tellAll({ type: "blind" });
  }

  function tell(): void {
    if (content.size + entries.size === 0) return;
    tellAll({ type: "changed", content: [...content], entries: [...entries] });
    content = new Set();
    entries = new Set();
  }

  /** Tells all that has changed until now, then says so. */
  async function answer(port: MessagePort, id: number): Promise<void> {
    await tellAllHeard();
    send(port, { type: "told", id });
  }

  async function answerAll(call: number): Promise<void> {
    await tellAllHeard();
    tellAll({ type: "told_all", call });
  }

  /** Resolves once everything that had changed before has been told, or nothing is watched any more. */
  async function tellAllHeard(): Promise<void> {
    await allHeard();
    look();
    detector.queueIsEmpty();
  }

  /** Resolves once everything that had changed before has come out. */
  async function allHeard(): Promise<void> {
    for (let quiet = 0, before = heard; quiet < QUIET_ROUNDS; quiet = heard === before ? quiet + 1 : 0) {
      before = heard;
      drain();
      Atomics.wait(nap, 0, 0, NAP_MS);
      for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /**
   * Waits until the runtime has fetched every event that the system holds. To ask it to watch one thing more,
   * even what does not exist, is a question put to the very thread that fetches them, and that thread handles
   * what came first first. Were it still at an earlier question, it could take the next one before an event; so it is
   * asked in every round, and given time between (see NAP_MS).
   */
  function drain(): void {
    try {
      Deno.watchFs(`${roots[0]}/\u0001nothing-is-called-this`, { recursive: false }).close();
    } catch {
      // It does not exist.
    }
  }

  function tellAll(message: WatchToEngine): void {
    for (const port of ports) send(port, message);
  }

  function send(port: MessagePort, message: WatchToEngine): void {
    port.postMessage(message);
  }
}
