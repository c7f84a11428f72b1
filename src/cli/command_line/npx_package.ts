/**
 * The package that `npx` starts fossick from. `deno task npm` replaces this file in a package for one machine, since a
 * registry does not have that.
 * @module
 */
import manifest from "../../../deno.json" with { type: "json" };

/** The package as `npx` takes it: its name, or `file:` and the path of a packed file. */
export const NPX_PACKAGE: string = manifest.name;
