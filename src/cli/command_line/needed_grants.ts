/**
 * The permissions that settings need, as values and as flags of `deno run`.
 *
 * The program that starts the npm package in Node is made of this file too, so nothing here needs Deno.
 * @module
 */
import { KEY_VARIABLE, TOKEN_VARIABLE } from "../permissions.ts";
import type { Settings } from "./settings.ts";

/** Values by permission; a permission without values is not needed. */
export interface NeededGrants {
  /** Directories. */
  readonly read: readonly string[];
  /** Hosts, with a port where the settings name one. */
  readonly net: readonly string[];
  /** Environment variables. */
  readonly env: readonly string[];
}

/** The settings that decide. */
export type GrantedSettings = Pick<Settings, "roots" | "http" | "providerUrl">;

/**
 * The permissions that a server with these settings needs.
 * @returns `read` has the roots as they are in the settings
 */
export function neededGrants({ roots, http, providerUrl }: GrantedSettings): NeededGrants {
  const server = http && { net: `${http.host}:${http.port}`, env: TOKEN_VARIABLE };
  const provider = providerUrl === undefined ? undefined : { net: new URL(providerUrl).host, env: KEY_VARIABLE };
  const reached = [server, provider].filter((needs) => needs !== undefined);
  return { read: roots, net: reached.map(({ net }) => net), env: reached.map(({ env }) => env) };
}

/**
 * The flags that grant them. A value with a comma can't be written: Deno would split it.
 *
 * @example
 * ```ts
 * grantFlags({ read: ["/src", "/docs"], net: [], env: [] }); // ["--allow-read=/src,/docs"]
 * ```
 */
export function grantFlags({ read, net, env }: NeededGrants): string[] {
  return Object.entries({ read, net, env }).flatMap(([name, values]) =>
    values.length === 0 ? [] : [`--allow-${name}=${values.join(",")}`]
  );
}
