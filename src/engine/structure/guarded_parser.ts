/**
 * Runs tree-sitter's functions so that no text can hold the thread.
 * @module
 */
import type { Clock } from "../task/clock.ts";
import type { TimeoutGuard } from "../task/vm_timeout.ts";
import type { TreeSitter } from "./tree_sitter.ts";

/** What parsing needs to know of its request. */
export interface ParseContext extends Clock {
  readonly guard: TimeoutGuard;
}

/** The instance failed or was stopped, and has been dropped. */
export class ParserFailure extends Error {}

/**
 * Milliseconds after which a step is stopped that does not look at the clock itself. Only scanners for parts of a
 * grammar, such as strings or indentation, are such code.
 */
const MAX_STEP_MS = 1000;
/** The same at the deadline, where the step has just begun; and on a system so busy that a step hardly runs. */
const MIN_STEP_MS = 30, MAX_BUSY_STEP_MS = 4000;

/** Frees something that an instance holds. A large tree takes long, and is then dropped with the whole instance. */
export function release(treeSitter: TreeSitter, context: ParseContext, resource: { delete(): void }): void {
  try {
    runStep(treeSitter, context, () => resource.delete());
  } catch (error) {
    if (!(error instanceof ParserFailure)) throw error;
  }
}

/**
 * Runs one step of work in an instance.
 * @throws ParserFailure if the step failed or had to be stopped; the instance is dropped
 */
export function runStep<T>(treeSitter: TreeSitter, context: ParseContext, step: () => T): T {
  let result: { readonly value: T } | undefined, hasBegun = false;
  // A step that was stopped half-way can't be run again.
  const once = () => {
    if (hasBegun) return;
    hasBegun = true;
    result = { value: step() };
  };
  const remaining = Math.max(MIN_STEP_MS, Math.floor(context.remainingMs()));
  const ms = Math.min(MAX_STEP_MS, remaining), maxMs = Math.min(MAX_BUSY_STEP_MS, remaining);
  try {
    if (!treeSitter.isDropped && context.guard.runWithTimeout(once, ms, maxMs) && result !== undefined) {
      return result.value;
    }
  } catch (error) {
    // Out of memory, or a bug in a grammar.
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
  }
  treeSitter.drop();
  throw new ParserFailure();
}
