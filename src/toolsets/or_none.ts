/**
 * Second looks that may fail.
 * @module
 */
import { ToolError } from "../model/tool_error.ts";

/** What is looked for; nothing where it can't be asked so, or not in the time there is: a hint is not worth an error. */
export async function orNone<T>(run: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}
