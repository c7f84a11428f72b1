/**
 * The watching thread: reports changes in the directories that the engine asks it to watch. It is started with
 * `read: [roots]` as its only permission, and reads no file.
 *
 * Each directory is watched by itself: a recursive watch would follow links out of the roots.
 * @module
 */

/** From the engine to the watching thread. Paths are absolute. */
export type EngineToWatch =
  /** The first message; `maxDirs`: of directories watched. */
  | { readonly type: "open"; readonly roots: readonly string[]; readonly maxDirs: number }
  | { readonly type: "watch"; readonly dirs: readonly string[] }
  /** Requests a `drained` reply after every earlier change has been reported. */
  | { readonly type: "drain"; readonly id: number };

/** From the watching thread to the engine. */
export type WatchToEngine =
  | {
    readonly type: "watching";
    readonly dirs: readonly string[];
    /** The device and inode of each root, as `inodeOf` formats them; undefined if unknown. */
    readonly roots: readonly (string | undefined)[];
    /** No further directories will be watched. */
    readonly isFull: boolean;
  }
  /** Entries whose content or attributes may have changed; and entries that were created, removed or replaced. */
  | { readonly type: "changed"; readonly content: readonly string[]; readonly entries: readonly string[] }
  /** All watches have ended, and changes may have been missed. */
  | { readonly type: "unwatched" }
  | { readonly type: "drained"; readonly id: number };

/** The part of the global scope that the thread uses. */
export interface WatchScope {
  onmessage: ((event: MessageEvent<EngineToWatch>) => void) | null;
  postMessage(message: WatchToEngine): void;
}

/**
 * The thread's whole code. It is started from the text of this function, since a process that may read only its roots
 * can't load a module for it. So it uses nothing from outside itself and its arguments.
 */
export function watchThreadMain(
  scope: WatchScope,
  makeDetector: typeof lossDetector,
  makeDrain: typeof makeEventDrain,
): void {
  /** Changes that are reported individually; beyond this, watching ends. */
  const MAX_CHANGES = 2000;
  /** Every watcher inspects every event, so beyond this number the smaller ones are merged. */
  const MAX_WATCHERS = 16;
  /**
   * Milliseconds between two checks of the clock while something is watched. They also report changes that no request
   * has asked for. 40 checks in 10 s took 14 ms of processor time.
   */
  const CHECK_MS = 250;
  /** Milliseconds that the system takes at most to begin to watch one directory, when it begins with thousands. */
  const WATCH_SETUP_MS = 1;

  /** A watcher whose events are read until `ended`. */
  interface Subscription {
    readonly watcher: Deno.FsWatcher;
    readonly ended: Promise<void>;
  }

  let roots: readonly string[] = [], maxDirs = 0;
  /** Nearly all events arrive through this one. */
  let listener: Subscription | undefined;
  /** These make the system watch further directories. */
  let watchers: (Subscription & { readonly dirs: readonly string[] })[] = [];
  /** Resolves once all closed watchers have released the names they held. */
  let released: Promise<unknown> = Promise.resolve();
  const watched = new Set<string>();
  /** For each held name, the device and inode that it had when it began to be watched. */
  const inodes = new Map<string, string>();
  let changedContent = new Set<string>(), changedEntries = new Set<string>();
  let eventCount = 0;
  const detector = makeDetector(() => performance.now());
  const { drain, fetchEvents } = makeDrain(() => roots[0], () => eventCount);
  let checkTimer: ReturnType<typeof setInterval> | undefined;

  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "open":
        return void ({ roots, maxDirs } = data);
      case "watch":
        return void watch(data.dirs);
      case "drain":
        return void drainAndReport().then(() => scope.postMessage({ type: "drained", id: data.id }));
    }
  };

  async function watch(dirs: readonly string[]): Promise<void> {
    if (roots.some(isReplaced) || mayHaveLost()) endWatching();
    releaseStale(dirs.filter((dir) => !watched.has(dir)));
    // A held name stays with the directory that it named: another directory of that name would cause no events.
    for (let done; done !== released;) await (done = released);
    const added = fitting(dirs.filter((dir) => !watched.has(dir)));
    for (const dir of added.length > 0 && startListener() ? beginWatching(added) : []) watched.add(dir);
    if (watchers.length > MAX_WATCHERS) replaceWatchers(smallest(MAX_WATCHERS >> 1));
    // A root that was replaced during this: some directories are of the old one, some of the new one.
    const isInvalid = roots.some(isReplaced) || mayHaveLost(added.length * WATCH_SETUP_MS);
    // If more directories are watched than `maxDirs` now allows, the engine asks again and gets fewer.
    if (isInvalid || watched.size > maxDirs) endWatching();
    scope.postMessage({
      type: "watching",
      dirs: dirs.filter((dir) => watched.has(dir)),
      roots: roots.map((root) => inodes.get(root)),
      isFull: watched.size >= maxDirs,
    });
  }

  /**
   * Closes the watchers that still hold removed directories of these names: the runtime takes a held name for a
   * watched one. First a new watcher takes over all else that they held.
   */
  function releaseStale(dirs: readonly string[]): void {
    const names = new Set(dirs);
    const stale = watchers.filter((one) => one.dirs.some((dir) => names.has(dir)));
    if (stale.length > 0) replaceWatchers(stale);
  }

  /** Replaces several watchers by one; the old ones are closed after the new one watches. */
  function replaceWatchers(old: typeof watchers): void {
    watchers = watchers.filter((one) => !old.includes(one));
    const names = old.flatMap((one) => one.dirs), gone = names.filter((dir) => !watched.has(dir));
    invalidate(gone);
    for (const dir of gone) inodes.delete(dir);
    const dirs = names.filter((dir) => watched.has(dir));
    const taken = beginWatching(dirs);
    old.forEach(close);
    if (taken.length < dirs.length) endWatching();
  }

  /**
   * The system watches a directory, not a name. When one name is released, the watch under another name of the same
   * directory may end with it. So that name counts as changed and as not watched.
   */
  function invalidate(gone: readonly string[]): void {
    const lost = new Set(gone.map((dir) => inodes.get(dir)));
    for (const dir of watched) if (lost.has(inodes.get(dir)) && watched.delete(dir)) changedEntries.add(dir);
  }

  function smallest(count: number): typeof watchers {
    return [...watchers].sort((a, b) => a.dirs.length - b.dirs.length).slice(0, count);
  }

  /** Starts the listener, unless it runs; whether events can be received. */
  function startListener(): boolean {
    if (listener !== undefined) return true;
    try {
      // Read the roots' inodes before the roots are watched: the next check then detects a root that is replaced.
      roots.forEach(isDirectory);
      // The queue may be full of events of ended watches. Once the thread that empties it has replied twice, it has
      // emptied the queue in between.
      fetchEvents();
      fetchEvents();
      detector.restart();
      listener = subscribe(Deno.watchFs([...roots], { recursive: false }));
      checkTimer = setInterval(check, CHECK_MS);
      return true;
    } catch {
      return false;
    }
  }

  /** As many as there is room for, upper ones first: a directory below one that is not watched is not relied on. */
  function fitting(dirs: readonly string[]): readonly string[] {
    return [...dirs].sort((a, b) => a.length - b.length).slice(0, Math.max(0, maxDirs - watched.size));
  }

  /** Begins to watch directories; returns those that it could. */
  function beginWatching(dirs: readonly string[]): readonly string[] {
    // Upper directories first: if one below them is replaced during this, they report it.
    const existing = dirs.filter(isDirectory).sort((a, b) => a.length - b.length);
    if (existing.length === 0) return [];
    try {
      // One queue of the system feeds all watchers, and each compares every event with its own paths. A watcher that
      // ignores everything is faster; the listener on the roots receives all events below them. But not those of a
      // directory that has become a link out of the roots: these are not ignored either.
      const options = { recursive: false, ignore: [...roots] };
      watchers.push({ ...subscribe(Deno.watchFs(existing, options)), dirs: existing });
      return existing;
    } catch (error) {
      // One of them has just been removed, or the system refuses the user further watches.
      return error instanceof Deno.errors.NotFound ? [] : beginFewer(existing);
    }
  }

  /** Takes at most half of the watches that the system grants: the user's other programs need some, too. */
  function beginFewer(dirs: readonly string[]): readonly string[] {
    let room = dirs.length >> 1;
    while (room > 0 && !isGranted(dirs.slice(0, room))) room >>= 1;
    maxDirs = Math.min(maxDirs, (watched.size + room) >> 1);
    return beginWatching(fitting(dirs.slice(0, room)));
  }

  function isGranted(dirs: readonly string[]): boolean {
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

  /** Identifies a directory wherever it is moved. A root may be read by an alias, which is a link. */
  function inodeOf(dir: string): string | undefined {
    try {
      const { isDirectory, dev, ino } = roots.includes(dir) ? Deno.statSync(dir) : Deno.lstatSync(dir);
      return isDirectory ? `${dev}:${ino ?? 0}` : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether a directory above a root was replaced, which causes no event for watches of the root. */
  function isReplaced(root: string): boolean {
    const before = inodes.get(root);
    return before !== undefined && before !== inodeOf(root);
  }

  function subscribe(watcher: Deno.FsWatcher): Subscription {
    return { watcher, ended: readEvents(watcher) };
  }

  /** The names that a watcher holds are released when its events have been read to the end. */
  function close({ watcher, ended }: Subscription): void {
    watcher.close();
    released = Promise.all([released, ended]);
  }

  async function readEvents(watcher: Deno.FsWatcher): Promise<void> {
    for await (const { kind, paths, flag } of watcher) {
      eventCount++;
      detector.countEvent();
      if (flag === "rescan" || mayHaveLost()) endWatching();
      for (const path of paths) recordChange(kind, path);
    }
  }

  function recordChange(kind: Deno.FsEvent["kind"], path: string): void {
    const isContent = kind === "modify" || kind === "access";
    (isContent ? changedContent : changedEntries).add(path);
    if (!isContent) forget(path);
    if (changedContent.size + changedEntries.size > MAX_CHANGES) endWatching();
  }

  /** Ends watching if events may have been dropped; otherwise reports the changes. */
  function check(): void {
    if (mayHaveLost()) endWatching();
    reportChanges();
  }

  /** See `lossDetector`. Without a watch no event is lost. */
  function mayHaveLost(workMs?: number): boolean {
    return listener !== undefined && detector.mayHaveLost(workMs);
  }

  /** A directory was replaced or removed, and so was everything below it. */
  function forget(dir: string): void {
    if (roots.includes(dir)) return endWatching();
    const gone = [...inodes.keys()].filter((path) =>
      path.startsWith(dir) && /^(?:$|[\\/])/.test(path.slice(dir.length))
    );
    for (const path of gone) watched.delete(path);
    invalidate(gone);
  }

  /**
   * Ends all watches until the engine asks for new ones: a root was replaced, events were missed, or there are too many
   * changes to report them individually.
   */
  function endWatching(): void {
    changedContent = new Set();
    changedEntries = new Set();
    for (const one of listener === undefined ? watchers : [listener, ...watchers]) close(one);
    clearInterval(checkTimer);
    listener = undefined;
    watchers = [];
    watched.clear();
    inodes.clear();
    scope.postMessage({ type: "unwatched" });
  }

  function reportChanges(): void {
    if (changedContent.size + changedEntries.size === 0) return;
    scope.postMessage({ type: "changed", content: [...changedContent], entries: [...changedEntries] });
    changedContent = new Set();
    changedEntries = new Set();
  }

  /** Resolves once every earlier change has been reported, or watching has ended. */
  async function drainAndReport(): Promise<void> {
    await drain();
    check();
    detector.queueIsEmpty();
  }
}

/**
 * Detects that the system may have dropped events of watched directories. It uses nothing from outside itself.
 *
 * Linux queues events (16,384 by default, `fs.inotify.max_queued_events`) and drops the rest. It marks the loss by an
 * event without a path, which the runtime does not pass on. So a loss is inferred from how many events have arrived
 * since the queue was last known to be empty, and from how long this process was stopped.
 * @param now milliseconds of a clock that runs while the process is stopped
 */
export function lossDetector(now: () => number) {
  /**
   * A quarter of the default queue. Not every queued event reaches this thread: none of a file that is only read, four
   * in five of a file that is created.
   */
  const MAX_EVENTS = 4096;
  /** Milliseconds without a check after which this process must have been stopped: the thread checks every 250. */
  const STOPPED_MS = 750;
  let events = 0, checkedAt = now();
  return {
    countEvent: () => void events++,
    /** Earlier losses, if any, have been detected. */
    queueIsEmpty: () => void (events = 0),
    /** All watches have ended; the next events belong to new ones. */
    restart() {
      events = 0;
      checkedAt = now();
    },
    /** @param workMs milliseconds that this thread may have worked since the last check */
    mayHaveLost(workMs = 0): boolean {
      const before = checkedAt;
      checkedAt = now();
      return events > MAX_EVENTS || checkedAt - before > STOPPED_MS + workMs;
    },
  };
}

/**
 * Waits until all events of file changes that the system holds have arrived on this thread. It uses nothing from outside
 * itself.
 * @param rootPath an absolute path, below which a path that does not exist is watched
 * @param eventCount how many events have arrived so far
 */
export function makeEventDrain(rootPath: () => string, eventCount: () => number): {
  /** Resolves once every earlier change has arrived. */
  drain(): Promise<void>;
  /** Waits until the runtime has fetched every event that the system holds; they arrive later. */
  fetchEvents(): void;
} {
  /** Consecutive rounds without a new event after which all have arrived. */
  const QUIET_ROUNDS = 2;
  /**
   * Turns of the event loop in each round. A busy event loop checks for messages of other threads only now and then, in
   * every 61st turn at the latest. In 1,200 tries 16 turns were enough, and 4 were not. A timer takes 2 ms and more.
   */
  const TURNS = 64;
  /**
   * Milliseconds that this thread sleeps after each request to the thread that fetches events. That thread sends its
   * reply and is often preempted right there, because this one wakes up. If the next request arrived before it
   * continues, it would handle that request before the events: on busy processors, one change in a hundred was missed.
   */
  const SLEEP_MS = 0.05;
  const sleepCell = new Int32Array(new SharedArrayBuffer(4));

  /**
   * The thread that fetches events handles requests and events in the order of their arrival. A request to watch one
   * more path, even one that does not exist, therefore waits for them. If the thread is still handling an earlier
   * request, it may take the next request before an event, so each round makes a request, with a pause between.
   */
  function fetchEvents(): void {
    try {
      Deno.watchFs(`${rootPath()}/\u0001nothing-is-called-this`, { recursive: false }).close();
    } catch {
      // It does not exist.
    }
  }

  async function drain(): Promise<void> {
    for (let quiet = 0, before = eventCount(); quiet < QUIET_ROUNDS; quiet = eventCount() === before ? quiet + 1 : 0) {
      before = eventCount();
      fetchEvents();
      Atomics.wait(sleepCell, 0, 0, SLEEP_MS);
      for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  return { drain, fetchEvents };
}
