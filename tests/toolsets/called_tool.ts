/**
 * Calls a tool whose engine answers from a script.
 * @module
 */
import { assertEquals } from "@std/assert";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Answer, CallContext } from "../../src/toolsets/tool.ts";
import { nothing, scripted } from "./scripted_context.ts";

/** Calls a tool of the default profile. */
export async function call(name: string, args: unknown, script = nothing, changes: Partial<CallContext> = {}) {
  const tool = toolsOf("default", [name])[0];
  const { context, requests } = scripted(script, changes);
  return { answer: await tool.call(args, context), requests };
}

/** The code of an error answer. */
export function codeOf({ structured, isError }: Answer): unknown {
  assertEquals(isError, true);
  const { error } = structured;
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
