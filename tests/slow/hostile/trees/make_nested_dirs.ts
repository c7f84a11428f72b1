/**
 * Run by tests as a program of its own: makes directories within one another below the current one, deeper than any
 * path can name, each with a file in it.
 * @module
 */

const levels = Number(Deno.args[0]);
for (let level = 0; level < levels; level++) {
  Deno.writeTextFileSync("a.txt", `needle ${level}\n`);
  Deno.mkdirSync("d");
  Deno.chdir("d");
}
