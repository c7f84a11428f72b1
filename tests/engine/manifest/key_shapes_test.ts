import { assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { findKey, KEY_SHAPES } from "../../../src/engine/manifest/key_shapes.ts";

/** `length` characters that are letters and digits, or those given. */
const some = (length: number, from = "a1B2c3D4") => from.repeat(length).slice(0, length);
const hex = (length: number) => some(length, "0123456789abcdef");
const big = (length: number) => some(length, "A1B2C3");

/**
 * A made-up key of each shape, and a text that is nearly one. They are put together here, so that no file of this
 * repository holds a key.
 */
const SHAPES: readonly (readonly [rule: string, key: string, near: string])[] = [
  ["a private key", "-----BEGIN RSA PRIVATE " + "KEY-----", "-----BEGIN PUBLIC KEY-----"],
  ["a private key", "-----BEGIN PGP PRIVATE " + "KEY BLOCK-----", "a PRIVATE KEY-----"],
  ["an age key", `AGE-SECRET-KEY-1${big(58)}`, `AGE-SECRET-KEY-1${big(57)}`],
  ["a JSON web token", `eyJ${some(20)}.eyJ${some(30)}.${some(40)}`, `eyJ${some(20)}.${some(30)}`],
  ["an AWS access key", `AKIA${big(16)}`, `AKIA${big(17)}`],
  ["an Azure storage key", `AccountKey=${some(86)}==`, "AccountKey=${KEY}"],
  ["a Google API key", `AIza${some(35)}`, `AIza${some(34)}`],
  ["a Google OAuth secret", `GOCSPX-${some(28)}`, `GOCSPX-${some(27)}`],
  ["a GitHub token", `ghp_${some(36)}`, `ghp_${some(35)}`],
  ["a GitHub token", `github_pat_${some(82)}`, "github_pat_…"],
  ["a GitLab token", `glpat-${some(20)}`, `glpat-${some(19)}`],
  ["an Atlassian token", `ATATT3${some(180)}`, `ATATT3${some(20)}`],
  ["a Slack token", `xoxb-${some(10, "12")}-${some(24)}`, "xoxb-…"],
  [
    "a Slack webhook",
    "https://hooks.slack.com/" + `services/T${big(8)}/B${big(8)}/x`,
    "https://hooks.slack.com/services/",
  ],
  ["a Stripe key", `sk_live_${some(24)}`, `sk_test_${some(24)}`],
  ["an OpenAI or Anthropic key", `sk-${some(48)}`, "sk-circle-fade-dot-with-a-delay-of-20"],
  ["an OpenAI or Anthropic key", `sk-ant-api03-${some(40)}`, "risk-ant-colony-optimization-of-graphs"],
  ["a Hugging Face token", `hf_${some(34)}`, `hf_${some(33)}`],
  ["an npm token", `npm_${some(36)}`, "npm_config_registry"],
  ["a PyPI token", `pypi-${some(160)}`, "pypi-server"],
  ["a Docker token", `dckr_pat_${some(27)}`, "dckr_pat_name"],
  ["a Vault token", `hvs.${some(90)}`, "hvs.token"],
  ["a DigitalOcean token", `dop_v1_${hex(64)}`, `dop_v1_${hex(63)}`],
  ["a Databricks token", `dapi${hex(32)}`, `dapi${hex(31)}`],
  ["a Twilio key", `SK${hex(32)}`, `TASK${hex(32)}`],
  ["a SendGrid key", `SG.${some(22)}.${some(43)}`, `MSG.${some(22)}.${some(43)}`],
  ["a Mailgun key", `key-${hex(32)}`, `monkey-${hex(32)}`],
  ["a Telegram token", `${some(9, "123")}:AA${some(33)}`, `${some(9, "123")}:AA${some(20)}`],
  ["a Shopify token", `shpat_${hex(32)}`, `shpat_${hex(31)}`],
  ["a Square token", `sq0atp-${some(22)}`, `sq0atp-${some(21)}`],
  ["a Linear key", `lin_api_${some(40)}`, `lin_api_${some(39)}`],
];

Deno.test("a key of each shape is found, in whatever surrounds it, and what is nearly one is not", () => {
  assertEquals(new Set(SHAPES.map(([rule]) => rule)), new Set(KEY_SHAPES.map(([rule]) => rule)));
  for (const [rule, key, near] of SHAPES) {
    for (const text of [key, `a\n\nkey: "${key}",\n`, `\n\n  KEY=${key}\r\n`, `\n\n[${key}](${key})`]) {
      assertEquals([key, findKey(text)], [key, { line: text === key ? 1 : 3, rule }]);
    }
    assertEquals([near, findKey(`a = "${near}"`)], [near, undefined]);
  }
});

Deno.test("no file of this repository's sources and pages holds a key", () => {
  for (const dir of ["src", "docs", "tests/engine/manifest"]) {
    for (const { path } of walkSync(new URL(`../../../${dir}`, import.meta.url), { exts: ["ts", "md"] })) {
      assertEquals([path, findKey(Deno.readTextFileSync(path))], [path, undefined]);
    }
  }
});
