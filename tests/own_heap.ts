/** The heap of the thread that tests, for what must not be kept. @module */

/** The heap of a thread. */
export interface Heap {
  /** Bytes it takes, garbage included. */
  size(): number;
  /** Frees all that is garbage, in one go. */
  collect(): void;
}

/**
 * The heap of the thread that asks; undefined where the runtime does not let it be collected.
 */
export async function ownHeap(): Promise<Heap | undefined> {
  const { default: v8 } = await import("node:v8"), { default: vm } = await import("node:vm");
  const collect = exposed(v8, vm);
  if (collect === undefined) return undefined;
  return { size: () => v8.getHeapStatistics().total_heap_size, collect };
}

/**
 * V8's own collector, which contexts that are made while the flag is set have as `gc`. It stays set: it is one for all
 * threads, and some come to rest at the same time.
 */
function exposed(
  v8: Pick<typeof import("node:v8"), "setFlagsFromString">,
  vm: Pick<typeof import("node:vm"), "runInNewContext">,
) {
  try {
    v8.setFlagsFromString("--expose-gc");
    const gc: unknown = vm.runInNewContext("typeof gc === 'function' ? gc : undefined");
    return typeof gc === "function" ? () => void gc() : undefined;
  } catch {
    return undefined;
  }
}
