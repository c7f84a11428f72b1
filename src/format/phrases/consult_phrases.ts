/**
 * Phrases about files that are sent to a model. `{name}` stands for a value.
 * @module
 */
import type { Bilingual } from "../../model/messages/bilingual.ts";

export const CONSULT_PHRASES = {
  would_send: {
    en: "Would send {n} {unit}, {bytes} {byte}, ~{tokens} {token}; nothing was sent.",
    ja: "送信対象は {n}{unit}、{bytes} バイト、約 {tokens} トークンです。何も送信していません。",
  },
  sent: {
    en: "{model} was asked about {n} {unit}, {bytes} {byte}; {input} {token} in, {output} out.",
    ja: "{model} に {n}{unit}({bytes} バイト)について質問しました。入力 {input}、出力 {output} トークン。",
  },
  would_send_less: {
    en: "If the model's context holds less, long files are cut: none takes more than half of it.",
    ja: "モデルのコンテキストに収まらない場合は長いファイルを切ります(1 ファイルは最大でその半分)。",
  },
  would_send_cut: { en: "only its beginning would be sent", ja: "先頭部分だけを送信" },
  sent_cut: { en: "only its beginning was sent", ja: "先頭部分だけを送信" },
  answer_cut: {
    en: "The model stopped at its output limit. With a higher one: {call}",
    ja: "モデルが出力の上限で止まりました。上限を上げるには: {call}",
  },
  answer_over_budget: {
    en: "The answer was ~{tokens} {unit} and was cut to fit {budget}. To get an answer of this length: {call}",
    ja: "回答は約 {tokens} トークンのため {budget} に収まるよう切りました。この長さの回答をすべて受け取るには: {call}",
  },
  left_out: { en: "left out: {path}: {reason}", ja: "除外: {path}: {reason}" },
} as const satisfies Record<string, Bilingual>;
