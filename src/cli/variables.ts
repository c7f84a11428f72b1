/**
 * The environment variables that hold secrets. Each is seen only with `--allow-env=NAME`.
 * @module
 */

/** The key of the model that `--provider-url` names. */
export const KEY_VARIABLE = "FOSSICK_API_KEY";

/** The token of HTTP clients. */
export const TOKEN_VARIABLE = "FOSSICK_TOKEN";
