/**
 * Run by tests as a program: makes nested directories below the current one, deeper than any path can name, each with a
 * file.
 * @module
 */

const levels = Number(Deno.args[0]);
for (let level = 0; level < levels; level++) {
  Deno.writeTextFileSync("a.txt", `needle ${level}\n`);
  Deno.mkdirSync("d");
  Deno.chdir("d");
}
