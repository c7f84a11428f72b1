/**
 * Waits until all events of file changes that the system holds have arrived on this thread.
 * @module
 */

/**
 * Makes a function that resolves once all changes made before its call have arrived as events. It uses nothing from
 * outside itself: see `watchThreadMain`.
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
