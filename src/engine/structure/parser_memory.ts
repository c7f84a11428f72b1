/**
 * The WebAssembly memory of parsers: it can grow and not shrink, so one that has grown is dropped whole, and collected
 * as garbage.
 * @module
 */

/** A page of WebAssembly memory in bytes. */
const PAGE_BYTES = 2 ** 16;
/** Bytes with which a memory begins, as tree-sitter demands, and beyond which it does not grow. */
const INITIAL_BYTES = 32 * 2 ** 20, MAX_BYTES = 128 * 2 ** 20;

let dropped: WeakRef<WebAssembly.Memory> | undefined;
let uncollectedBytes = 0;
const collected = new FinalizationRegistry(() => uncollectedBytes = 0);

/** Bytes of a dropped memory that is not collected yet; V8 does not count them as part of its heap. */
export function droppedParserBytes(): number {
  return uncollectedBytes;
}

/** A new memory; or a dropped one, emptied, so that hostile texts in a row never hold more than one. */
export function emptyMemory(): WebAssembly.Memory {
  const memory = dropped?.deref();
  dropped = undefined;
  if (memory === undefined) {
    return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: MAX_BYTES / PAGE_BYTES });
  }
  new Uint8Array(memory.buffer).fill(0);
  collected.unregister(memory);
  uncollectedBytes = 0;
  return memory;
}

/** Drops a memory that nothing uses any longer. */
export function dropMemory(memory: WebAssembly.Memory): void {
  dropped = new WeakRef(memory);
  uncollectedBytes = memory.buffer.byteLength;
  collected.register(memory, undefined, memory);
}
