#!/usr/bin/env node
/**
 * The program of the npm package: starts fossick in Deno, with exactly the permissions that its arguments need.
 * @module
 */
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { lineLang } from "../../src/cli/command_line/settings.ts";
import { childEnvironment } from "./child_environment.ts";
import { denoArguments } from "./deno_start.ts";
import { findDeno, type NoDeno } from "./find_deno.ts";
import { noDenoMessage } from "./launcher_messages.ts";
import { runDeno } from "./run_deno.ts";

const self = realpathSync(process.argv[1]), dir = dirname(self), line = process.argv.slice(2);
const files = { script: join(dir, "fossick.js"), config: join(dir, "deno.json") };
const args = denoArguments(line, { ...files, cwd: process.cwd() });
const deno = findDeno(self, { os: process.platform, arch: process.arch });
if ("path" in deno) {
  const failed = () => refuse({ missing: "not_executable", name: deno.path });
  runDeno(deno.path, args, childEnvironment(process.env), failed);
} else refuse(deno);

function refuse(why: NoDeno): void {
  const lang = lineLang(line, Intl.DateTimeFormat().resolvedOptions().locale);
  console.error(noDenoMessage(why, args, lang, process.platform === "win32"));
  process.exitCode = 2;
}
