/**
 * The token of HTTP clients.
 * @module
 */
import { isLoopback } from "../../mcp/http/http_access.ts";
import type { Settings } from "../command_line/settings.ts";
import { settingsCommand } from "../command_line/start_command.ts";
import { readSecret, TOKEN_VARIABLE } from "../permissions.ts";
import { UsageError } from "../usage_error.ts";

/**
 * The token from the environment; undefined if there is none, or if the settings have no HTTP server.
 * @throws UsageError if there is none, and other machines can reach the server
 */
export function readToken(settings: Settings): string | undefined {
  const { http } = settings;
  if (http === undefined) return undefined;
  const token = readSecret(TOKEN_VARIABLE);
  if (token !== undefined || isLoopback(http.host)) return token;
  const line = `${TOKEN_VARIABLE}=$(openssl rand -hex 32) ${settingsCommand(settings)}`;
  throw new UsageError("usage.token_missing", { host: http.host, line });
}
