/**
 * Whether the system lets this user watch directories.
 * @module
 */

/** `few_watches`: Linux's max_user_watches is reached; `few_watchers`: its max_user_instances is. */
export type WatchLimit = "few_watches" | "few_watchers";

/**
 * The limit that keeps this user from watching all these directories together; undefined if none does, or if they can't
 * be watched for another reason. It tries, and watches nothing afterwards.
 * @param dirs absolute paths
 */
export function reachedWatchLimit(dirs: readonly string[]): WatchLimit | undefined {
  try {
    Deno.watchFs([...dirs], { recursive: false }).close();
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (/watch limit reached/.test(message)) return "few_watches";
    return /os error 24/.test(message) ? "few_watchers" : undefined;
  }
}
