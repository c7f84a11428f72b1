/**
 * Finds keys and tokens by their shapes. A file that holds one is not sent to a model. The table has the shapes that are
 * well known; it is no proof that nothing else in a file is secret.
 * @module
 */
import { countLineFeeds } from "../text/newlines.ts";

/** A key in a text. */
export interface FoundKey {
  /** From 1. */
  readonly line: number;
  /** What it looks like. It has nothing of the text. */
  readonly rule: string;
}

/**
 * What a key is, and its shape. Each expression takes linear time on any text: repeats are bounded, none is within
 * another, and where a shape could begin anywhere in a run of the same characters, it begins at the run's first.
 */
export const KEY_SHAPES: readonly (readonly [rule: string, shape: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/],
  ["an age key", /AGE-SECRET-KEY-1[A-Z0-9]{58}/],
  ["a JSON web token", /(?<![\w-])eyJ[\w-]{10,400}\.eyJ[\w-]{10}/],
  ["an AWS access key", /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ["an Azure storage key", /AccountKey=[A-Za-z0-9+/]{40}/],
  ["a Google API key", /AIza[\w-]{35}/],
  ["a Google OAuth secret", /GOCSPX-[\w-]{28}/],
  ["a GitHub token", /gh[opsur]_[A-Za-z0-9]{36}/],
  ["a GitHub token", /github_pat_\w{22}/],
  ["a GitLab token", /glpat-[\w-]{20}/],
  ["an Atlassian token", /ATATT3[\w=-]{100}/],
  ["a Slack token", /xox[abeoprs]-[\w-]{10}/],
  ["a Slack webhook", /hooks\.slack\.com\/services\/T\w{6}/],
  ["a Stripe key", /[rs]k_live_[A-Za-z0-9]{16}/],
  ["an OpenAI or Anthropic key", /(?<![\w-])sk-(?:[A-Za-z0-9]{32}|(?:ant|proj|svcacct|admin|or)-[\w-]{20})/],
  ["a Hugging Face token", /hf_[A-Za-z0-9]{34}/],
  ["an npm token", /npm_[A-Za-z0-9]{36}/],
  ["a PyPI token", /pypi-[\w-]{40}/],
  ["a Docker token", /dckr_pat_[\w-]{24}/],
  ["a Vault token", /hv[brs]\.[\w-]{24}/],
  ["a DigitalOcean token", /do[opr]_v1_[0-9a-f]{64}/],
  ["a Databricks token", /dapi[0-9a-f]{32}/],
  ["a Twilio key", /(?<![A-Za-z0-9])SK[0-9a-f]{32}/],
  ["a SendGrid key", /(?<!\w)SG\.[\w-]{16,32}\.[\w-]{32}/],
  ["a Mailgun key", /(?<!\w)key-[0-9a-f]{32}/],
  ["a Telegram token", /(?<!\d)\d{8,10}:AA[\w-]{33}/],
  ["a Shopify token", /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/],
  ["a Square token", /sq0(?:atp|csp)-[\w-]{22}/],
  ["a Linear key", /lin_api_[A-Za-z0-9]{40}/],
];

/** A key in `text`; undefined if there is none of a known shape. */
export function findKey(text: string): FoundKey | undefined {
  for (const [rule, shape] of KEY_SHAPES) {
    const at = text.search(shape);
    if (at >= 0) return { line: 1 + countLineFeeds(text, 0, at), rule };
  }
}
