/**
 * Wrong answers of a provider, by name: the bytes it writes to the connection before it closes it.
 * @module
 */
import { chunk, DONE, event } from "./scripted_api.ts";

/** Answers one request. The connection is then closed. */
export type Behaviour = (connection: Deno.TcpConn) => Promise<void>;

type Piece = string | Uint8Array<ArrayBuffer>;

const SAID = JSON.stringify({ choices: [{ message: { content: "fine" }, finish_reason: "stop" }] });
const EVENTS = chunk({ content: "half" });
const MEGABYTE = "x".repeat(2 ** 20);

/** Writes the pieces; text as UTF-8. */
function writes(...pieces: Piece[]): Behaviour {
  return async (connection) => {
    for (const piece of pieces) await writeAll(connection, piece);
  };
}

/** Writes `first`, then `again` for as long as the other side reads. */
function writesFor(first: string, again: string): Behaviour {
  return async (connection) => {
    for (let next = first;; next = again) await writeAll(connection, next);
  };
}

async function writeAll(connection: Deno.TcpConn, piece: Piece): Promise<void> {
  const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

/** An answer with this status line, headers and body, and its length. */
function answers(status: string, body = "", ...headers: string[]): Behaviour {
  return writes(head(status, `content-length: ${new TextEncoder().encode(body).length}`, ...headers), body);
}

function head(status: string, ...headers: string[]): string {
  return [status, "content-type: application/json", ...headers, "", ""].join("\r\n");
}

const OK = "HTTP/1.1 200 OK";

/** A valid answer except for these headers. */
function withHeader(...headers: string[]): Behaviour {
  return answers(OK, "{}", ...headers);
}

/** A body in chunks, as written here. */
function chunked(...pieces: Piece[]): Behaviour {
  return writes(head(OK, "transfer-encoding: chunked"), ...pieces);
}

/** A stream of events up to the end of the connection. */
function streams(...pieces: Piece[]): Behaviour {
  return writes("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n", ...pieces);
}

/** A body with a content-encoding. */
function encoded(encoding: string, body: Uint8Array<ArrayBuffer>): Behaviour {
  return writes(head(OK, `content-encoding: ${encoding}`, `content-length: ${body.length}`), body);
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
}

/** 64 MB of blanks in 64 KB. */
const BOMB = await gzip(" ".repeat(64 * 2 ** 20));
const ZIPPED = await gzip(SAID);

const STATUS_LINES = Object.fromEntries(
  [
    "000",
    "001",
    "010",
    "099",
    "99",
    "1",
    "-1",
    "1000",
    "99999",
    "600",
    "601",
    "999",
    "abc",
    "2OO",
    "20",
    " 200",
    "",
    "200.5",
  ]
    .map((status) => [`status ${status}`, answers(`HTTP/1.1 ${status} Odd`, SAID)]),
);

const PROTOCOLS = Object.fromEntries(
  ["HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/1.x", "http/1.1", "ICY", "SSH-2.0-OpenSSH", "\x16\x03\x01\x00\x02"]
    .map((
      protocol,
    ) => [`protocol ${protocol.codePointAt(0) === 0x16 ? "TLS" : protocol}`, answers(`${protocol} 999 Odd`, SAID)]),
);

const INTERIM = Object.fromEntries(
  ["100", "102", "103", "150", "199"].map((
    status,
  ) => [`only an interim answer ${status}`, writes(`HTTP/1.1 ${status} Wait\r\n\r\n`)]),
);

const BODILESS = Object.fromEntries(
  ["101", "204", "205", "304"].map((status) => [`a bodiless ${status}`, answers(`HTTP/1.1 ${status} None`, SAID)]),
);

const HEADERS: Readonly<Record<string, Behaviour>> = {
  "a header without a colon": withHeader("nonsense"),
  "a header without a name": withHeader(": value"),
  "a blank in a header's name": withHeader("a b: c"),
  "a NUL in a header": withHeader("a: b\0c"),
  "a bare CR in a header": withHeader("a: b\rc"),
  "a folded header": withHeader("a: b", " c"),
  "bytes above ASCII in a header": withHeader("a: \u0080ÿ見"),
  "control characters in a header": withHeader("a: \x01\x1b[31m\x7f"),
  "ten thousand headers": withHeader(...Array.from({ length: 10_000 }, (_, i) => `x-${i}: y`)),
  "headers without an end": writesFor(`${OK}\r\n`, "x-more: y\r\n".repeat(1000)),
  "one header without an end": writesFor(`${OK}\r\nx-more: `, MEGABYTE),
  "a status line without an end": writesFor("HTTP/1.1 200 ", MEGABYTE),
  "a length that is no number": writes(head(OK, "content-length: many"), SAID),
  "a negative length": writes(head(OK, "content-length: -5"), SAID),
  "a length beyond 64 bits": writes(head(OK, "content-length: 99999999999999999999"), SAID),
  "two lengths": writes(head(OK, "content-length: 5", "content-length: 6"), SAID),
  "a length that is too great": writes(head(OK, "content-length: 5000"), SAID),
  "a length that is too small": writes(head(OK, "content-length: 5"), SAID),
  "a transfer encoding that there is not": writes(head(OK, "transfer-encoding: rot13"), "{fnvq}"),
};

const CHUNKS: Readonly<Record<string, Behaviour>> = {
  "a chunk of no size": chunked("zz\r\n", SAID),
  "a chunk of a negative size": chunked("-5\r\n", SAID),
  "a chunk beyond 64 bits": chunked("fffffffffffffffff\r\n", SAID),
  "a chunk without its end": chunked("5\r\n", SAID),
  "a chunk that breaks off": chunked("500\r\n", SAID),
  "trailers without an end": writesFor(`${head(OK, "transfer-encoding: chunked")}0\r\n`, "x-more: y\r\n".repeat(1000)),
};

const BODIES: Readonly<Record<string, Behaviour>> = {
  "nothing": answers(OK),
  "a page": answers(OK, "<html><body>Welcome</body></html>"),
  "JSON of something else": answers(OK, '{"hello": "world"}'),
  "JSON that breaks off": answers(OK, SAID.slice(0, -3)),
  "JSON a million levels deep": answers(OK, "[".repeat(1_000_000)),
  "choices of another kind": answers(OK, '{"choices": 7}'),
  "an error in place of an answer": answers(OK, '{"error": {"message": "no", "code": "099"}}'),
  "an error with a strange code": answers(
    "HTTP/1.1 400 Bad",
    '{"error": {"message": "\\u0000\\ud800", "code": 1e999}}',
  ),
  "a body without an end": writesFor(head(OK), MEGABYTE),
  "a gzip bomb": encoded("gzip", BOMB),
  "a gzip that is none": encoded("gzip", new TextEncoder().encode("not gzip")),
  "a gzip that breaks off": encoded("gzip", ZIPPED.slice(0, -9)),
  "a deflate that is none": encoded("deflate", new Uint8Array(100).fill(255)),
  "a brotli that is none": encoded("br", new Uint8Array(100).fill(255)),
  "bytes of no encoding": answers(OK, "\0\xff\xfe".repeat(100)),
};

const STREAMS: Readonly<Record<string, Behaviour>> = {
  "a stream of nothing": streams(),
  "a stream that breaks off in an event": streams(EVENTS, 'data: {"choices": [{"del'),
  "a stream that breaks off in a character": streams(
    EVENTS,
    'data: {"choices": [{"delta": {"content": "',
    new Uint8Array([0xe8, 0xa6]),
  ),
  "a stream that breaks off between events": streams(EVENTS),
  "an event that is not JSON": streams(EVENTS, "data: oops\n\n", DONE),
  "an event of something else": streams(EVENTS, event([1, 2]), DONE),
  "an error in a stream": streams(EVENTS, event({ error: { message: "overloaded", code: "099" } })),
  "an answer withheld": streams(EVENTS, chunk({}, { finish_reason: "content_filter" })),
  "a line without an end": writesFor("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: ", MEGABYTE),
  "comments without an end": writesFor("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n", `: ${MEGABYTE}\n`),
  "a stream in chunks that breaks off": writes(
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n4\r\ndata\r\n5\r\n: ",
  ),
};

const REDIRECTS: Readonly<Record<string, Behaviour>> = Object.fromEntries(
  [
    "",
    "http://127.0.0.1:1/",
    "https://",
    "file:///etc/passwd",
    "javascript:1",
    "http://[::1",
    "/v1/chat/completions",
    "\0",
  ]
    .flatMap((location) =>
      [302, 307].map((status) => [
        `a ${status} to ${location === "\0" ? "NUL" : location}`,
        answers(`HTTP/1.1 ${status} Elsewhere`, "", `location: ${location}`),
      ])
    ),
);

const REFUSALS: Readonly<Record<string, Behaviour>> = {
  "a wait of years": answers("HTTP/1.1 429 Slow", "{}", "retry-after: 9999999"),
  "a wait that is no number": answers("HTTP/1.1 503 Slow", "{}", "retry-after: soon"),
  "a wait below nothing": answers("HTTP/1.1 503 Slow", "{}", "retry-after: -1"),
  "a refusal in a list": answers("HTTP/1.1 400 Bad", '[{"error": {"message": "no", "code": 3}}]'),
  "a refusal without an end": writesFor(head("HTTP/1.1 400 Bad"), MEGABYTE),
};

const CONNECTIONS: Readonly<Record<string, Behaviour>> = {
  "a connection closed at once": writes(),
  "a connection closed in the status line": writes("HTTP/1.1 2"),
  "a connection closed in the headers": writes(`${OK}\r\ncontent-le`),
  "a connection closed before the body": writes(head(OK, "content-length: 10")),
  "blank lines alone": writes("\r\n\r\n\r\n"),
  "two answers at once": writes(head("HTTP/1.1 000 Odd"), head("HTTP/1.1 099 Odd")),
};

/** An answer that never ends and never has a byte of a body. */
export const ENDLESS_EXTENSION = writesFor(`${head(OK, "transfer-encoding: chunked")}5;`, MEGABYTE);

/** All of them except `ENDLESS_EXTENSION`. A question that gets one of these answers fails. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  ...STATUS_LINES,
  ...PROTOCOLS,
  ...INTERIM,
  ...BODILESS,
  ...HEADERS,
  ...CHUNKS,
  ...BODIES,
  ...STREAMS,
  ...REDIRECTS,
  ...REFUSALS,
  ...CONNECTIONS,
};
