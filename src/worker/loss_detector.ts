/**
 * Decides when the system may have dropped events of watched directories.
 *
 * Linux queues events (16,384 by default, `fs.inotify.max_queued_events`) and drops the rest. It marks the loss with an
 * event without a path, and the runtime passes on only events with one. So a loss is inferred: from how many events came
 * since the queue was last known to be empty, and from how long this process did not run.
 * @module
 */

/** What one watching thread knows of the system's queue. */
export interface LossDetector {
  /** Counts an event. */
  countEvent(): void;
  /** The queue has been seen empty: what was dropped before has been noticed by now, or nothing was. */
  queueIsEmpty(): void;
  /** Nothing is watched any more; the next events belong to new watches. */
  restart(): void;
  /**
   * Looks at the clock, and tells whether events may have been dropped.
   * @param workMs milliseconds that this thread may have worked since the last look
   */
  mayHaveLost(workMs?: number): boolean;
}

/**
 * Makes a detector. It uses nothing from outside itself: see `watchThreadMain`.
 * @param now milliseconds of a clock that goes on while the process is stopped
 */
export function lossDetector(now: () => number): LossDetector {
  /**
   * Events in a quarter of the default queue. Not every queued event reaches this thread: of a file that is only read
   * none does, of one that is created four in five do.
   */
  const MOST_EVENTS = 4096;
  /** Milliseconds without a look after which this process was stopped: `watchThreadMain` looks every 250. */
  const STOPPED_MS = 750;
  let events = 0, looked = now();
  return {
    countEvent: () => void events++,
    queueIsEmpty: () => void (events = 0),
    restart() {
      events = 0;
      looked = now();
    },
    mayHaveLost(workMs = 0) {
      const before = looked;
      looked = now();
      return events > MOST_EVENTS || looked - before > STOPPED_MS + workMs;
    },
  };
}
