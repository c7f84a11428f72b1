/**
 * The troubles of an installation, and what helps. All texts are Markdown.
 * @module
 */
import { MIN_DENO_VERSION } from "../../src/cli/runtime.ts";
import { NAME } from "../project.ts";

/** A trouble in the user's words, and what helps, the likeliest first. */
export interface Trouble {
  readonly title: string;
  readonly help: readonly string[];
}

/** The likeliest troubles of a new user. */
export const TROUBLES: readonly Trouble[] = [
  {
    title: "The host shows no tools",
    help: [
      `Run the host's command in a terminal, with \`doctor\` at its end. For example \`npx -y ${NAME} doctor\`.`,
      "The first start downloads Deno, some 45 MB, and a host may not wait that long. After `doctor` it is there: " +
      "restart the host.",
      "Ask the host: `claude mcp list`, `codex mcp list`, `gemini mcp list` or `opencode mcp list`. If fossick is " +
      "missing there, add it again as [install.md](install.md) says.",
      "A host started from a desktop may not find `npx` or `deno`. Write the full path, which `which npx` prints (`where npx` on Windows).",
      "The host's log of MCP servers has fossick's own message. It is one sentence that says what to change.",
    ],
  },
  {
    title: "“--allow-read=… was not granted”",
    help: [
      "Give `--allow-read` the same path as `--root`. The message ends with the whole command.",
      `\`npx -y ${NAME}\` grants this by itself. A permission is needed only if you start Deno yourself.`,
      "A path with a comma can't be granted, since Deno splits a permission at commas. Start fossick in that directory, " +
      "without `--root`.",
      "Permissions stand before the script: `deno run --no-prompt --allow-read=DIR dist/fossick.js --root DIR`.",
      "If the path is a link, write the real path in both places.",
    ],
  },
  {
    title: "npx or Deno can't download",
    help: [
      "With a proxy: set `HTTPS_PROXY=http://proxy:port`. npm and Deno both use it.",
      "With a registry of your own: `npm config set registry https://…`.",
      "“invalid peer certificate: UnknownIssuer”: set `DENO_TLS_CA_STORE=system`, and Deno trusts what the system " +
      "trusts. Or name your authority: `NODE_EXTRA_CA_CERTS=ca.pem` for npm, `DENO_CERT=ca.pem` for Deno.",
      "“The npm package … is not installed”: npm leaves out optional dependencies, and Deno is one. " +
      "`npm config delete omit` brings them back.",
      "“needs glibc”: Deno from npm does not run on Alpine. Install Deno there, and start the command that the message " +
      "shows.",
      "Without any network: use the [binary or the bundle](distribution.md), which download nothing.",
    ],
  },
  {
    title: "Answers are empty, or files are missing",
    help: [
      "Look at `roots` in the doctor's output. If it is the wrong directory, start with `--root DIR`. Some hosts start " +
      "servers in the home directory.",
      "Files that `.gitignore` names, and names that begin with a dot, are left out. `no_ignore: true` and " +
      "`hidden: true` include them.",
      "An empty answer says under `skipped` which files were left out, and which argument would find something.",
      "A query is a regular expression. For text with `(`, `[` or `.`, set `fixed_strings: true`.",
    ],
  },
  {
    title: "The first search is slow",
    help: [
      "The first search reads every file from the disk. Later ones find them in memory, and are some ten times faster.",
      "Open less: give `--root` the project, not a directory that holds many.",
      "If each search is slow, read the `note` lines of the doctor. Linux may allow too few watches, or Deno may be " +
      "older than 2.9.",
      "macOS and Windows have no watches that fossick can use, so each call checks each file's date.",
      "Above 512 MB of text, give it more memory: `--cache-mb 2048`.",
    ],
  },
  {
    title: "There are no outlines and no definitions",
    help: [
      "`fossick.parsers` must lie beside `fossick.js`, and a `deno.json` too. The doctor's last line says which is " +
      "missing, and what to write.",
      "Only [these languages](structure.md) have definitions. In other files, search for the name as text.",
    ],
  },
];

/** Other messages at the start: the message, and what to do. */
export const MESSAGES: readonly (readonly [seen: string, advice: string])[] = [
  [
    `\`fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is …\``,
    "Run the command at the end of that line. Node and Bun can't run `fossick.js`; the npm package brings Deno.",
  ],
  [
    '`Unknown file extension ".ts"`',
    `Node can't run \`main.ts\`. Use \`npx -y ${NAME}\`, or Deno.`,
  ],
  ["`There is no --allow-read`", "Write Deno's permissions before the script's name, not after it."],
  [
    "`Unstable API 'Worker.deno.permissions'`",
    "The bundle has no `deno.json`, and a provider is configured. Save the line that `doctor`, without the provider, " +
    "ends with.",
  ],
  ["`Unsupported lockfile version`", "Deno is older than 2.3. Run `deno upgrade`."],
  [
    "`Deno has panicked`, `Too many open files`",
    "The system allows a program fewer than 25 open files. Run `ulimit -n 1024` first.",
  ],
  [
    "`--root … still contains ${workspaceFolder}`",
    "The host did not fill in the variable. Write the path itself.",
  ],
  ["`address already in use`, with `--http`", "Another program listens on that port. Choose another one."],
  [
    "exit code 2",
    "An option or a root is wrong. The message names it, and says what it takes.",
  ],
  [
    "`doctor` ends with exit code 1",
    "A root can't be read, or more is granted than is needed. Each `problem` line names one thing; the last line says " +
    "what to do first.",
  ],
];
