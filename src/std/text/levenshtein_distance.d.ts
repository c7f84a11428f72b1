/** The edits of single characters that make one text of the other. */
export function levenshteinDistance(a: string, b: string): number;
