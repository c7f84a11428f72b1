/**
 * A model on loopback for hosts: it calls one tool, then ends its turn, and records what it received.
 * It speaks Anthropic's Messages, OpenAI's Responses and Chat Completions, and Gemini's generateContent.
 * @module
 */
import * as z from "zod";

/** The call that the model makes. */
export interface ToolCall {
  /** The server's name in the host's settings; hosts combine it with the tool's name. */
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A listening model. */
export interface Model extends AsyncDisposable {
  readonly url: string;
  /** Names of the server's tools that the host offered. */
  readonly offered: readonly string[];
  /** Whether they were in the first request that offered any tool. */
  readonly offeredAtOnce: boolean;
  /** The model had to search for the tool first. */
  readonly deferred: boolean;
  /** The tool's answer in the host's next request; absent if there was no such request. */
  readonly shown: unknown;
}

/** What a model has received so far. */
interface Seen {
  offered: readonly string[];
  offeredAtOnce?: boolean;
  deferred?: boolean;
  shown?: unknown;
}

/** A protocol between hosts and models. */
interface Protocol {
  /** Whether the path of a request belongs to this protocol. */
  readonly path: RegExp;
  names(body: Body): string[];
  /** The content of the last tool result in the messages. */
  result(body: Body): unknown;
  /** The events of an answer: a call, or the end of the turn. */
  answer(call: Step | undefined): readonly unknown[];
}

/** A call in one request to the model. */
interface Step {
  readonly id: string;
  /** The tool's name as the host offers it. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The ids of the call and of the search before it, for hosts that show a tool only after a search. */
const CALL_ID = "call_1", SEARCH_ID = "search_1";

const json = z.looseObject({});
type Body = z.output<typeof json>;

const list = z.array(json).catch([]);
const text = z.string().catch("");

const named = (tools: unknown, of = (tool: Body) => tool.name): string[] =>
  list.parse(tools).map(of).map((name) => text.parse(name));

const ANTHROPIC: Protocol = {
  path: /\/messages$/,
  names: ({ tools }) => named(tools),
  result: ({ messages }) =>
    list.parse(messages).flatMap(({ content }) => list.parse(content))
      .find(({ tool_use_id }) => tool_use_id === CALL_ID)?.content,
  answer(call) {
    const block = call === undefined
      ? { type: "text", text: "" }
      : { type: "tool_use", id: call.id, name: call.name, input: {} };
    const delta = call === undefined
      ? { type: "text_delta", text: "done" }
      : { type: "input_json_delta", partial_json: JSON.stringify(call.args) };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage };
    return [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: call === undefined ? "end_turn" : "tool_use" }, usage },
      { type: "message_stop" },
    ];
  },
};

/** Codex puts a server's tools into a namespace: `fossick/read_file`. */
const RESPONSES: Protocol = {
  path: /\/responses$/,
  names: ({ tools }) =>
    list.parse(tools).flatMap((tool) =>
      tool.type === "namespace" ? named(tool.tools).map((name) => `${tool.name}/${name}`) : named([tool])
    ),
  result: ({ input }) => list.parse(input).findLast(({ type }) => type === "function_call_output")?.output,
  answer(call) {
    const [name, namespace] = call?.name.split("/").toReversed() ?? [];
    const said = { type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text: "done" }] };
    const item = call === undefined ? said : {
      ...{ type: "function_call", id: "f", call_id: call.id, name, arguments: JSON.stringify(call.args) },
      ...(namespace !== undefined && { namespace }),
    };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      { type: "response.created", response: { id: "r", status: "in_progress", output: [] } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "r", status: "completed", output: [item], usage } },
    ];
  },
};

const COMPLETIONS: Protocol = {
  path: /\/chat\/completions$/,
  names: ({ tools }) => named(tools, (tool) => json.catch({}).parse(tool.function).name),
  result: ({ messages }) => list.parse(messages).findLast(({ role }) => role === "tool")?.content,
  answer(call) {
    const called = { name: call?.name, arguments: JSON.stringify(call?.args) };
    const tool_calls = [{ index: 0, id: call?.id, type: "function", function: called }];
    const delta = { role: "assistant", ...(call === undefined ? { content: "done" } : { tool_calls }) };
    const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
    const reason = call === undefined ? "stop" : "tool_calls";
    return [
      { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    ];
  },
};

const GEMINI: Protocol = {
  path: /:(?:streamG|g)enerateContent$/,
  names: ({ tools }) => list.parse(tools).flatMap(({ functionDeclarations }) => named(functionDeclarations)),
  result: ({ contents }) =>
    list.parse(contents).flatMap(({ parts }) => list.parse(parts)).findLast((part) =>
      part.functionResponse !== undefined
    )
      ?.functionResponse,
  answer(call) {
    const part = call === undefined ? { text: "done" } : { functionCall: { name: call.name, args: call.args } };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    return [{
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata,
    }];
  },
};

const PROTOCOLS = [ANTHROPIC, RESPONSES, COMPLETIONS, GEMINI];

/** Starts a model on a free port of loopback. */
export function startModel(call: ToolCall): Model {
  const seen: Seen = { offered: [] };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url), protocol = PROTOCOLS.find(({ path }) => path.test(pathname));
    const sent = await request.text();
    if (protocol === undefined) return Response.json({ object: "list", data: [{ id: "m", object: "model" }] });
    const body = json.catch({}).parse(parsed(sent)), names = protocol.names(body), result = protocol.result(body);
    const offered = ours(names, call);
    if (names.length > 0) seen.offeredAtOnce ??= offered.length > 0;
    if (offered.length > 0) seen.offered = offered;
    if (result !== undefined) seen.shown = result;
    const step = result === undefined ? nextStep(names, call, sent) : undefined;
    if (step?.id === SEARCH_ID) seen.deferred = true;
    return streamed(protocol.answer(step), pathname, body);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    get offered() {
      return seen.offered;
    },
    get offeredAtOnce() {
      return seen.offeredAtOnce === true;
    },
    get deferred() {
      return seen.deferred === true;
    },
    get shown() {
      return seen.shown;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Whether a tool is fossick's; hosts have tools of their own with the same names. */
function ours(names: readonly string[], { server }: ToolCall): string[] {
  return names.filter((name) => name.includes(server));
}

/** The next step: the call, or in Claude Code first a search that loads the tool. */
function nextStep(names: readonly string[], call: ToolCall, sent: string): Step | undefined {
  const { server, tool, args } = call, deferred = `mcp__${server}__${tool}`;
  const name = ours(names, call).find((name) => name.endsWith(tool));
  if (name !== undefined) return { id: CALL_ID, name, args };
  if (sent.includes(SEARCH_ID)) return { id: CALL_ID, name: deferred, args };
  const search = { id: SEARCH_ID, name: "ToolSearch", args: { query: `select:${deferred}` } };
  return names.includes(search.name) ? search : undefined;
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}

/** Server-sent events, with the event's name where it has one; a single value if the request wants no stream. */
function streamed(events: readonly unknown[], path: string, body: Body): Response {
  if (path.endsWith(":generateContent")) return Response.json(events[0]);
  const lines = events.map((event) => {
    const { type } = json.parse(event);
    return `${typeof type === "string" ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
  });
  const end = COMPLETIONS.path.test(path) && body.stream === true ? "data: [DONE]\n\n" : "";
  return new Response(lines.join("") + end, { headers: { "content-type": "text/event-stream" } });
}
