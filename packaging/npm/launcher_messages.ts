/**
 * Messages of the npm package's own program, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import { quoteForShell } from "../../src/cli/command_line/shell_quoting.ts";
import { MIN_DENO_VERSION } from "../../src/cli/runtime.ts";
import { fill, type Lang } from "../../src/model/messages/messages.ts";
import type { NoDeno } from "./find_deno.ts";

const MESSAGES = {
  not_installed: {
    en: "fossick: the npm package {name} is not installed. npm was asked to leave out optional dependencies, " +
      "or there is no such package for this platform.",
    ja: "fossick: npm パッケージ {name} がインストールされていません。" +
      "optional dependencies が省かれたか、このプラットフォーム用のパッケージがありません。",
  },
  no_glibc: {
    en: "fossick: {name} needs glibc, and this system has another C library.",
    ja: "fossick: {name} には glibc が必要ですが、このシステムの C ライブラリは異なります。",
  },
  not_executable: {
    en: "fossick: {name} can't be executed.",
    ja: "fossick: {name} を実行できません。",
  },
  install_deno: {
    en: "Install Deno {version} or later and start fossick with: {line}",
    ja: "Deno {version} 以降をインストールし、次のように起動してください: {line}",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Lang, string>>>>;

/** Why fossick was not started, and the command that starts it with a Deno that the user installs: two lines. */
export function noDenoMessage(
  { missing, name }: NoDeno,
  args: readonly string[],
  lang: Lang,
  windows: boolean,
): string {
  const line = quoteForShell(["deno", ...args], windows);
  const advice = fill(MESSAGES.install_deno[lang], { version: MIN_DENO_VERSION, line });
  return `${fill(MESSAGES[missing][lang], { name })}\n${advice}`;
}
