/**
 * Why a root can't be served, in English and Japanese. `{name}` stands for a value.
 * @module
 */
import type { Bilingual } from "./bilingual.ts";

/** All messages by key. */
export const ROOT_FAULTS = {
  missing: { en: "--root {root} does not exist.", ja: "--root {root} は存在しません。" },
  no_directory: { en: "--root {root} is not a directory.", ja: "--root {root} はディレクトリではありません。" },
  unreadable: { en: "--root {root} can't be read: {why}", ja: "--root {root} を読み取れません: {why}" },
  not_granted: {
    en:
      "--root {root} is not covered by the read permission. Start with --allow-read={root} (or, where that is a link, " +
      "with the real path for both).",
    ja: "--root {root} には読み取り権限がありません。--allow-read={root} を付けて起動してください" +
      "(リンクの場合は、両方に実際のパスを指定します)。",
  },
  refused_by_deno: {
    en:
      "--root {root} is covered by the read permission, and yet Deno refuses it: it reads nothing below /proc, /sys and " +
      "/dev without all permissions (-A), which fossick's engine never has. Choose another root.",
    ja:
      "--root {root} には読み取り権限がありますが、Deno が拒否しました。/proc、/sys、/dev 以下の読み取りには全権限 (-A) " +
      "が必要で、fossick のエンジンは全権限を持ちません。別のルートを指定してください。",
  },
  unwatchable: { en: "{root} can't be watched: {why}", ja: "{root} を監視できません: {why}" },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** The key of a message. */
export type RootFaultKey = keyof typeof ROOT_FAULTS;
