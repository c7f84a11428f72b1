/**
 * Questions at which fossick costs more than the shell, with both answers.
 * @module
 */
import type { Row } from "./measure.ts";

/** A report of each loss, dearest first. */
export function lossesOf(rows: readonly Row[]): string {
  const lost = rows.flatMap(({ words, costs: { shell, text, structured } }) => {
    if (shell === undefined || text === undefined) return [];
    const ratio = text.tokens / shell.tokens, moreTurns = text.turns > shell.turns;
    if (ratio <= 1 && !moreTurns && text.missed === undefined) return [];
    const head =
      `## ${words}\nshell ${shell.tokens} tokens, ${shell.turns} turn(s)${shell.missed ? ", MISSED" : ""}; ` +
      `fossick text ${text.tokens} (× ${ratio.toFixed(2)}), ${text.turns} turn(s)${text.missed ? ", MISSED" : ""}; ` +
      `structured ${structured?.tokens} (× ${((structured?.tokens ?? 0) / shell.tokens).toFixed(2)})` +
      `${structured?.missed ? ", MISSED" : ""}`;
    return [{ ratio, report: `${head}\n--- shell\n${shell.taken}\n--- fossick\n${text.taken}\n` }];
  });
  return lost.toSorted((a, b) => b.ratio - a.ratio).map(({ report }) => report).join("\n");
}
