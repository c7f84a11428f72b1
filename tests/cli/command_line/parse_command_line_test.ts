import { assertEquals, assertThrows } from "@std/assert";
import type { Settings } from "../../../src/cli/command_line/settings.ts";
import { UsageError } from "../../../src/cli/usage_error.ts";
import { callArgs, parse } from "./scripted_tools.ts";

Deno.test("without a subcommand the server starts, with the defaults of the contract", () => {
  const command = parse("--lang", "ja");
  assertEquals(command, {
    verb: "serve",
    settings: { roots: ["."], profile: "default", tokenBudget: 8000, timeoutMs: 4000, cacheMb: 512, lang: "ja" },
  });
});

Deno.test("every option is accepted before and after the subcommand", () => {
  const options = [
    "--root",
    "a",
    "--root=b",
    "--profile",
    "fs",
    "--tools",
    "read_file,search_content",
    "--token-budget",
    "0",
  ];
  options.push(
    "--timeout-ms",
    "9",
    "--cache-mb",
    "0",
    "--lang",
    "en",
    "--http",
    "[::1]:80",
    "--provider-url",
    "http://m/v1",
  );
  const settings: Settings = {
    roots: ["a", "b"],
    profile: "fs",
    tools: ["read_file", "search_content"],
    tokenBudget: 0,
    timeoutMs: 9,
    cacheMb: 0,
    lang: "en",
    http: { host: "[::1]", port: 80 },
    providerUrl: "http://m/v1",
  };
  assertEquals(parse(...options, "serve"), { verb: "serve", settings });
  assertEquals(parse("serve", ...options), { verb: "serve", settings });
  assertEquals(parse(...options, "doctor", "--json"), { verb: "doctor", settings, output: "json" });
});

Deno.test("a call accepts JSON, flags, or both, in any order", () => {
  assertEquals(callArgs("search_content", '{"query":"x","roots":["."]}'), { query: "x", roots: ["."] });
  assertEquals(callArgs("search_content", "--query", "x", '{"roots":["."],"query":"y"}'), { roots: ["."], query: "x" });
  assertEquals(callArgs("--query", "TODO", "search_content", "--roots", "a,b", "--roots", "c"), {
    query: "TODO",
    roots: ["a", "b", "c"],
  });
  assertEquals(callArgs("--root", "/x", "search_content", "--limit", "5", "--start-line", "-3"), {
    roots: ["."],
    limit: 5,
    start_line: -3,
  });
});

Deno.test("a call by flags without a place searches everywhere, as grep does; JSON is passed as it is", () => {
  assertEquals(callArgs("search_content", "--query", "x"), { roots: ["."], query: "x" });
  assertEquals(callArgs("search_content", "--query", "x", "--files", "a.ts"), { query: "x", files: ["a.ts"] });
  assertEquals(callArgs("search_content", '{"query":"x"}'), { query: "x" });
  assertEquals(callArgs("read_file", "--text"), {});
});

Deno.test("a call has an output format, and is repeated with --watch", () => {
  const shown = (...args: string[]) => {
    const command = parse("call", "search_content", ...args);
    return command.verb === "call" && [command.output, command.settings.color, command.watch];
  };
  assertEquals(shown(), [undefined, undefined, false]);
  assertEquals(shown("--text", "--color", "always", "--watch"), ["text", "always", true]);
  assertEquals(shown("--json", "--color=never"), ["json", "never", false]);
});

Deno.test("--answers chooses what is sent of an answer", () => {
  const chosen = (...args: string[]) => {
    const command = parse(...args);
    return "settings" in command && command.settings.answers;
  };
  assertEquals([chosen(), chosen("--answers", "text"), chosen("tools", "--answers=both")], [undefined, "text", "both"]);
});

Deno.test("every mistake is reported with the option, the rule and a command line that works", () => {
  const NEEDS_VALUE = "--root needs a value; one that begins with dashes is written --root=VALUE.";
  const WATCH = "fossick call search_content --query TODO --watch";
  const call = "fossick call search_content --roots . --query TODO";
  const read = "fossick call read_file --text x";
  const cases: [string[], string, string][] = [
    [["serv"], 'There is no subcommand "serv"; nearest: serve.', "fossick serve"],
    [["serve", "x"], '"x" is one word too many.', "fossick --help"],
    [["--rot", "x"], "There is no option --rot; nearest: --root, --http, --json.", "fossick --root x"],
    [
      ["--rot=a b", "--prfile", "fs"],
      "There is no option --rot; nearest: --root, --http, --json.",
      "fossick '--root=a b' --profile fs",
    ],
    [["doctor", "--rot"], "There is no option --rot; nearest: --root, --http, --json.", "… --root VALUE"],
    [["--root", ""], "--root is empty; it takes a directory, and a dot is the current one.", "fossick --root src"],
    [["."], '"." looks like a directory; directories are given with --root.', "fossick --root ."],
    [
      ["/my project", "C:\\x", "--json", "--profile", "fs"],
      '"/my project" looks like a directory; directories are given with --root.',
      "fossick --root '/my project' --root 'C:\\x' --profile fs --json",
    ],
    [
      ["doctor", "~/x"],
      '"~/x" looks like a directory; directories are given with --root.',
      "fossick doctor --root '~/x'",
    ],
    [
      ["config", "cursor", "../docs"],
      '"../docs" looks like a directory; directories are given with --root.',
      "fossick config cursor --root ../docs",
    ],
    [["--root"], NEEDS_VALUE, "… --root VALUE"],
    [
      ["--root", "--lang", "en"],
      NEEDS_VALUE,
      "… --root VALUE",
    ],
    [
      ["--profile", "micro"],
      '--profile takes default, microagent, fs, not "micro"; nearest: microagent.',
      "fossick --profile default",
    ],
    [["--timeout-ms", "0"], '--timeout-ms takes a whole number from 1 to 30000, not "0".', "fossick --timeout-ms 4000"],
    [
      ["--token-budget", "1e3"],
      '--token-budget takes a whole number from 0 to 10000000, not "1e3".',
      "fossick --token-budget 8000",
    ],
    [["--http", "no port"], '--http takes a port, or HOST:PORT, not "no port".', "fossick --http 8080"],
    [["--http", "localhost:99999"], '--http takes a port, or HOST:PORT, not "localhost:99999".', "fossick --http 8080"],
    [
      ["--provider-url", "ftp://x"],
      '--provider-url takes an http or https URL, not "ftp://x".',
      "fossick --provider-url https://api.example.com/v1",
    ],
    [
      ["--tools", "raed_file"],
      '--tools names no tool of profile default: "raed_file"; nearest: read_file.',
      "fossick --tools glob_files,read_file",
    ],
    [["--tools", ","], "--tools names no tool.", "fossick --tools glob_files,read_file"],
    [
      ["tools", "grep"],
      'There is no tool "grep"; nearest: search_content. All: search_content, read_file, consult_files.',
      "fossick tools search_content",
    ],
    [["tools", "read_file", "x"], '"x" is one word too many.', "fossick tools read_file"],
    [["doctor", "--watch"], "--watch goes with call, not with doctor.", WATCH],
    [
      ["call", "consult_files", "--watch"],
      "consult_files sends files to a provider, so it is not repeated after every change.",
      WATCH,
    ],
    [
      ["call", "search_content", "--color", "pink"],
      '--color takes auto, always, never, not "pink"; nearest: auto.',
      "fossick --color never",
    ],
    [
      ["doctor", "--color", "pink"],
      '--color takes auto, always, never, not "pink"; nearest: auto.',
      "fossick --color never",
    ],
    [["tools", "--json", "--text"], "--json and --text can't be combined.", "fossick tools --json"],
    [
      ["call"],
      "call needs the name of a tool: search_content, read_file, consult_files.",
      call,
    ],
    [
      ["call", "serch"],
      'There is no tool "serch"; nearest: search_content, read_file, consult_files. All: search_content, read_file, consult_files.',
      call,
    ],
    [
      ["call", "grep", "it's TODO", "src", "--limit", "2"],
      'There is no tool "grep"; nearest: search_content. All: search_content, read_file, consult_files.',
      "fossick call search_content 'it'\\''s TODO' src --limit 2",
    ],
    [
      ["--root", "grep", "call", "cat", "src/a.ts"],
      'There is no tool "cat"; nearest: read_file. All: search_content, read_file, consult_files.',
      "fossick --root grep call read_file src/a.ts",
    ],
    [["call", "search_content", "--qery", "x"], "There is no option --qery; nearest: --query, --help, --text.", call],
    [
      ["call", "search_content", "--start", "2"],
      "There is no option --start; nearest: --start-line.",
      call,
    ],
    [
      ["call", "search_content", "--start-lne", "2"],
      "There is no option --start-lne; nearest: --start-line, --http, --lang.",
      call,
    ],
    [["call", "search_content", "--pattern", "x"], "There is no option --pattern; nearest: --query.", call],
    [["call", "search_content", "-g", "x"], "There is no option -g; nearest: --file-pattern.", call],
    [
      ["search_content", "{}"],
      "search_content is a tool; tools are called with call.",
      "fossick call search_content …",
    ],
    [["read_file", "--query", "x"], "read_file is a tool; tools are called with call.", "fossick call read_file …"],
    [["call", "search_content", "--qery", "-h"], "There is no option --qery; nearest: --query, --help, --text.", call],
    [
      ["call", "read_file", "--query", "-h"],
      "There is no option --query; nearest: --help, --provider-url, --text.",
      read,
    ],
    [
      ["doctor", "--query", "-h"],
      "There is no option --query; nearest: --help, --provider-url, --text.",
      "fossick --help",
    ],
    [["call", "search_content", "{"], "The arguments of search_content are not JSON: {", call],
    [
      ["call", "search_content", "--regex", "false"],
      "--regex takes a value only after an equals sign: for false, write --no-regex or --regex=false.",
      "fossick call search_content --no-regex …",
    ],
    [
      ["call", "search_content", "{}", "--regex", "false"],
      "--regex takes a value only after an equals sign: for false, write --no-regex or --regex=false.",
      "fossick call search_content --no-regex …",
    ],
    [
      ["call", "search_content", "--no-regex", "true"],
      "--no-regex takes a value only after an equals sign: for true, write --no-regex or --no-regex=true.",
      "fossick call search_content --no-regex …",
    ],
    [
      ["call", "search_content", "--regex", "false", "--query", "x", "--no-regex"],
      "--regex takes a value only after an equals sign: for false, write --no-regex or --regex=false.",
      "fossick call search_content --no-regex …",
    ],
    [["call", "search_content", "{}", "{}"], '"{}" is one word too many.', call],
    [["cal", "x"], 'There is no subcommand "cal"; nearest: call.', "fossick call --help"],
    [
      ["cal", "search_content", "x", "--root", "a b"],
      'There is no subcommand "cal"; nearest: call.',
      "fossick call search_content x --root 'a b'",
    ],
    [["confg", "codex"], 'There is no subcommand "confg"; nearest: config.', "fossick config codex"],
    [
      ["src", "--profile", "fs"],
      'There is no subcommand "src"; a directory is given with --root.',
      "fossick --root src --profile fs",
    ],
  ];
  for (const [args, message, example] of cases) {
    const error = assertThrows(() => parse(...args), UsageError);
    assertEquals([args, error.message, error.example], [args, message, example]);
  }
});

Deno.test("help and version override everything else", () => {
  assertEquals(parse("--version", "call").verb, "version");
  assertEquals(parse("-V").verb, "version");
  assertEquals(parse("-h").verb, "help");
  const command = parse("call", "read_file", "--help");
  assertEquals(command.verb === "help" && command.tool?.name, "read_file");
  for (const line of [["help", "read_file"], ["help", "call", "read_file"]]) assertEquals(parse(...line), command);
});

Deno.test("tools NAME is that tool's help, and as JSON its schema", () => {
  assertEquals(parse("tools", "read_file"), parse("help", "read_file"));
  const command = parse("tools", "read_file", "--json");
  assertEquals(command.verb === "tools" && [command.settings.tools, command.output], [["read_file"], "json"]);
});

Deno.test("words are assigned to the query first, then to the places", () => {
  assertEquals(callArgs("search_content", "TODO"), { query: "TODO", roots: ["."] });
  assertEquals(callArgs("search_content", "TODO", "src", "lib"), { query: "TODO", roots: ["src", "lib"] });
  assertEquals(callArgs("search_content", "--hidden", "TODO", "src"), { query: "TODO", roots: ["src"], hidden: true });
  assertEquals(callArgs("search_content", "src", "--query", "TODO"), { query: "TODO", roots: ["src"] });
  assertEquals(callArgs("search_content", "TODO", "--files", "a.ts"), { query: "TODO", files: ["a.ts"] });
  assertEquals(callArgs("search_content", "search_content", "call"), { query: "search_content", roots: ["call"] });
  assertEquals(callArgs("search_content", "[1]"), { query: "[1]", roots: ["."] });
  assertEquals(callArgs("search_content", "{a,b}"), { query: "{a,b}", roots: ["."] });
  const error = assertThrows(() => parse("call", "read_file", "a.ts"), UsageError);
  assertEquals(error.message, '"a.ts" is one word too many.');
});
