/**
 * Detects that the system may have dropped events of watched directories.
 *
 * Linux queues events (16,384 by default, `fs.inotify.max_queued_events`) and drops the rest. It marks the loss by an
 * event without a path, which the runtime does not pass on. So a loss is inferred from how many events have arrived
 * since the queue was last known to be empty, and from how long this process was stopped.
 * @module
 */

/** Tracks the system's queue of events for one watching thread. */
export interface LossDetector {
  /** Counts an event. */
  countEvent(): void;
  /** The queue is known to be empty: earlier losses, if any, have been detected. */
  queueIsEmpty(): void;
  /** All watches have ended; the next events belong to new ones. */
  restart(): void;
  /**
   * Whether events may have been dropped; checks the clock.
   * @param workMs milliseconds that this thread may have worked since the last check
   */
  mayHaveLost(workMs?: number): boolean;
}

/**
 * Makes a detector. It uses nothing from outside itself: see `watchThreadMain`.
 * @param now milliseconds of a clock that runs while the process is stopped
 */
export function lossDetector(now: () => number): LossDetector {
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
    queueIsEmpty: () => void (events = 0),
    restart() {
      events = 0;
      checkedAt = now();
    },
    mayHaveLost(workMs = 0) {
      const before = checkedAt;
      checkedAt = now();
      return events > MAX_EVENTS || checkedAt - before > STOPPED_MS + workMs;
    },
  };
}
