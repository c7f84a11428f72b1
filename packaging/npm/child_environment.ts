/**
 * The environment in which Deno runs fossick.
 * @module
 */

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that change how Deno or its Node modules run a program, or where Deno keeps its files. */
const STEERS_DENO = /^(?:DENO|NODE|NPM_CONFIG|OTEL)_/i;

/** The authorities that a company's network needs. */
const TRUST = /^(?:DENO_CERT|DENO_TLS_CA_STORE)$/i;

/**
 * The variables of `env` that do not change how fossick runs. A project's settings often set some, such as
 * `DENO_DIR=.deno`, `NODE_OPTIONS` or `DENO_V8_FLAGS`. fossick reads none of them, and Deno would obey them.
 */
export function childEnvironment(env: Environment): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !STEERS_DENO.test(name) || TRUST.test(name));
  const values = kept.flatMap(([name, value]) => value === undefined ? [] : [[name, value] as const]);
  // Deno would look for a newer version now and then, and fossick reaches nothing unasked.
  return { ...Object.fromEntries(values), DENO_NO_UPDATE_CHECK: "1" };
}
