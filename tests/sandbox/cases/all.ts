/** The whole corpus. @module */
import type { AttackCase } from "../attack_case.ts";
import { ARGUMENTS } from "./arguments.ts";
import { GLOBS } from "./globs.ts";
import { LINKS } from "./links.ts";
import { NAMED } from "./names.ts";
import { PATHS } from "./paths.ts";
import { PROTOCOL } from "./protocol.ts";
import { SPECIAL } from "./special.ts";

/** Every case, each name once. */
export const CASES: readonly AttackCase[] = [
  ...PATHS,
  ...LINKS,
  ...SPECIAL,
  ...NAMED,
  ...GLOBS,
  ...ARGUMENTS,
  ...PROTOCOL,
];
