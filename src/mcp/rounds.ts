/**
 * The rounds of a call in 2026-07-28: a server asks its client by ending the call with a question, and
 * the call comes again with the answer. What was learnt before is carried along by the client.
 * @module
 */
import {
  type InputRequest,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type InputResponseView,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";

/** Thrown in place of an answer: the call ends with `result`, and comes again. */
export class InputNeeded extends Error {
  constructor(readonly result: InputRequiredResult) {
    super("the client is asked first");
  }
}

/** What may be asked for. */
export type Question = "roots" | "opinion";

/** Of roots. Others than those of files are the client's affair: the SDK's own schema would refuse the whole list. */
export const Addresses = z.array(z.looseObject({ uri: z.string() })).transform((roots) => roots.map(({ uri }) => uri));

/** The client could change it; but it would only tell something else of itself. */
const Carried = z.object({
  asked: z.array(z.enum(["roots", "opinion"])),
  roots: z.array(z.string()).optional(),
}).catch({ asked: [] });

/** One call as it stands in this round. */
export class Rounds {
  readonly #carried: z.output<typeof Carried>;

  constructor(readonly mcpReq: ServerContext["mcpReq"]) {
    this.#carried = Carried.parse(parsed(mcpReq.requestState<string>()));
  }

  /** The client's answer, where it has given one in this round. */
  answer(question: Question): InputResponseView {
    return inputResponse(this.mcpReq.inputResponses, question);
  }

  wasAsked(question: Question): boolean {
    return this.#carried.asked.includes(question);
  }

  /** The addresses of the client's roots, as far as they were told in this round or before. */
  get roots(): readonly string[] | undefined {
    const view = this.answer("roots");
    return view.kind === "roots" ? Addresses.safeParse(view.roots).data : this.#carried.roots;
  }

  /** Ends this round with a question. */
  ask(question: Question, request: InputRequest): InputNeeded {
    const { roots } = this;
    const state = { asked: [...this.#carried.asked, question], ...(roots && { roots }) };
    return new InputNeeded(
      inputRequired({ inputRequests: { [question]: request }, requestState: JSON.stringify(state) }),
    );
  }
}

function parsed(state: string | undefined): unknown {
  try {
    return JSON.parse(state ?? "null");
  } catch {
    return undefined;
  }
}
