/**
 * What was started, for lines that can be typed again.
 * @module
 */
import { fromFileUrl } from "@std/path";

/** The program behind `deno run`: the bundle, or main.ts. */
export function program(): string {
  const { mainModule } = Deno;
  return mainModule.startsWith("file:") ? fromFileUrl(mainModule) : mainModule;
}
