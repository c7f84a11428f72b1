import { say, type Sentence } from "./messages.ts";

/** An error that ends the program: the user at the shell reads its sentence, and no stack. `message` is English. */
export class UserError extends Error {
  constructor(readonly sentence: Sentence, options?: ErrorOptions) {
    super(say("en", sentence.key, sentence.params), options);
  }
}
