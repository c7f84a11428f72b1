/**
 * Runs a server over stdio for a host, and appends what the host sends it to a file.
 *
 * `deno run -A tap_server.ts LOG COMMAND [ARGUMENT …]`
 * @module
 */
const [log, command, ...args] = Deno.args;
const server = new Deno.Command(command, { args, stdin: "piped", stdout: "inherit", stderr: "inherit" }).spawn();
const writer = server.stdin.getWriter();
for await (const chunk of Deno.stdin.readable) {
  Deno.writeFileSync(log, chunk, { append: true });
  await writer.write(chunk);
}
await writer.close();
Deno.exitCode = (await server.status).code;
