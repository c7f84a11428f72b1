import { assertEquals } from "@std/assert";
import { hostHints } from "../../src/mcp/tool_listing.ts";

Deno.test("the limit on a result's characters follows the budget, between the host's default and its cap", () => {
  const limits = [1000, 8000, 20_000, 60_000, 0].map((budget) =>
    hostHints({ name: "other" }, budget)["anthropic/maxResultSizeChars"]
  );
  assertEquals(limits, [50_000, 80_000, 200_000, 500_000, 500_000]);
});
