/**
 * Counts of second looks.
 * @module
 */
import type { Total } from "../format/phrases.ts";
import { ToolError } from "../model/tool_error.ts";

/** A hint is not worth an error: what can't be asked so, or not in the time there is, finds nothing. */
export async function totalOf(run: () => Promise<Total>): Promise<Total> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") {
      return { total: 0, ...(error.key === "timeout" && { cutBy: "timeout" }) };
    }
    throw error;
  }
}
