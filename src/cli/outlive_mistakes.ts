/**
 * A server's last net.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { notice } from "./notices.ts";

/** One call's forgotten promise, or error in a handler of its own, must not end all the others. */
export function outliveMistakes(lang: Lang): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    console.error(notice(lang, "internal_error"), event.reason);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    console.error(notice(lang, "internal_error"), event.error);
  });
}
