/**
 * How the engine ends a process that it can't serve any more.
 * @module
 */
import { type Lang, say, type Sentence, type SentenceKey } from "../model/messages/messages.ts";

/** What the engine tells the person who started it. */
export interface EngineNotice extends Sentence {
  readonly key: Extract<SentenceKey, `engine.${string}`>;
}

/** Why there is no thread: the name of such a notice. */
export type NoThreads = "narrow_grant" | "no_deno_json" | "no_threads_entry" | "none_asked";

/** Reports `why` and ends the process, which has given up its permissions and can't start another engine. */
export type EndProcess = (why: EngineNotice) => void;

/** Reports in `lang`; exit code 70. */
export function endProcessIn(lang: Lang): EndProcess {
  return (why) => {
    console.error(`fossick: ${say(lang, why.key, why.params)}`);
    Deno.exit(70);
  };
}
