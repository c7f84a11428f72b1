/**
 * Serves MCP over a pair of byte streams until they end.
 * @module
 */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { buildServer } from "./server.ts";
import { ShortPaths } from "../toolsets/short_paths.ts";
import { lineCame, type Service } from "./service.ts";
import { Stats } from "./stats.ts";
import { StdioTransport } from "./stdio_transport.ts";
import { tell } from "./tell.ts";

/**
 * Fulfilled when `input` has ended, or nobody reads `output` any more; never rejected.
 * @param build makes a server; a test may add to it
 * @param onLine told of every line, as the transport does
 */
export async function serveStreams(
  service: Service,
  input: ReadableStream<Uint8Array>,
  output: WritableStream<Uint8Array>,
  build = buildServer,
  onLine = (isCall: boolean) => lineCame(service, isCall),
): Promise<void> {
  const transport = new StdioTransport(input, output, onLine, (written) => service.engine.giveWay(written));
  const stats = new Stats(), shortPaths = new ShortPaths();
  serveStdio(() => build(service, stats, shortPaths), {
    transport,
    onerror: (error) => tell(error),
  });
  await transport.closed;
}
