/**
 * Has an engine take the project into memory before the first question, and rehearse the answer to it.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { PLAIN_SCOPE, type SearchRequest, type WarmRequest } from "../model/request.ts";
import type { Engine } from "./engine.ts";

/** Milliseconds after which a tree is too large to be taken in beforehand. */
const WARMING_MS = 60_000;

/** Asks for the project as most questions will have it. */
export const WARMING: WarmRequest = {
  op: "warm",
  scope: PLAIN_SCOPE,
  timeoutMs: WARMING_MS,
};

/** Takes files into memory, as many as there is room for, while nobody asks for anything else. */
export async function warmUp(engine: Engine): Promise<void> {
  try {
    await engine.run(WARMING);
    await rehearse(engine);
  } catch {
    // Whoever asks will be told what is wrong.
  }
}

/** Searches after which another makes the next no faster; and how long they may take, all in all. */
const REHEARSALS = 8, REHEARSING_MS = 250;
/** Milliseconds after which directories are mostly watched: until then every question looks at every file. */
const SETTLING_MS = 500;

/**
 * Searches the project, once it has been taken in, for what is nowhere: the first search through memory takes five
 * times as long as the tenth, since its code has not been compiled yet.
 */
export async function rehearse(engine: Engine): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  const end = performance.now() + REHEARSING_MS;
  for (let i = 0; i < REHEARSALS && performance.now() < end; i++) {
    await engine.run(searchFor(`\u0001rehearsal ${i}\u0001`, end - performance.now()));
  }
}

/** A plain search for `text` in all of the project. */
function searchFor(text: string, timeoutMs: number): SearchRequest {
  return {
    op: "search",
    scope: PLAIN_SCOPE,
    query: { pattern: text, fixed: true, word: false, caseRule: "smart", multiline: false },
    maxFileSize: LIMITS.fileSize.default,
    contextBefore: 0,
    contextAfter: 0,
    need: "counts",
    skip: 0,
    limit: LIMITS.search.default,
    timeoutMs,
  };
}
