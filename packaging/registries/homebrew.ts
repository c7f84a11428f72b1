/**
 * fossick.rb: a release's formula for a Homebrew tap. It installs the release's binary for the machine, and the
 * shells' completions.
 * @module
 */
import { binaryName, type TargetName } from "../compile.ts";
import { VERSION } from "../project.ts";
import { assetUrl, pageOf, type Repository } from "./repository.ts";

/** One line on what fossick is; Homebrew takes at most 80 characters. */
const DESCRIPTION = "Sandboxed MCP server that finds, searches and reads files";

/** Homebrew's names of platforms and processors, with the targets whose binaries they get. */
const PLATFORMS = {
  on_macos: { on_arm: "aarch64-apple-darwin", on_intel: "x86_64-apple-darwin" },
  on_linux: { on_arm: "aarch64-unknown-linux-gnu", on_intel: "x86_64-unknown-linux-gnu" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TargetName>>>>;

/** The completions, each with the Ruby that installs it. */
const SHELL_FILES = {
  "fossick.bash": `bash_completion.install "fossick.bash" => "fossick"`,
  "fossick.fish": `fish_completion.install "fossick.fish"`,
} as const;

/**
 * The formula.
 * @param sums SHA-256 of the release's files, by name. A file that is missing is left out.
 */
export function formula(repository: Repository, sums: ReadonlyMap<string, string>): string {
  const platforms = Object.entries(PLATFORMS).map(([platform, processors]) => {
    const blocks = Object.entries(processors).map(([processor, target]) =>
      block(processor, source(repository, sums, binaryName(target)))
    );
    return block(platform, blocks.join(""));
  }).filter((text) => text !== "");
  const shellFiles = Object.entries(SHELL_FILES).filter(([name]) => sums.has(name));
  const resources = shellFiles.map(([name]) => block(`resource "${name}"`, source(repository, sums, name)));
  const staged = shellFiles.map(([name, install]) => `resource("${name}").stage { ${install} }\n`);
  return `class Fossick < Formula
${
    indented(`desc "${DESCRIPTION}"
homepage "${pageOf(repository)}"
version "${VERSION}"
license "MIT"

${[...platforms, ...resources].join("\n")}
def install
  bin.install Dir["fossick-*"].first => "fossick"
  chmod 0755, bin/"fossick"
${indented(staged.join(""))}end

test do
  (testpath/"a.txt").write "gold\\n"
  assert_match "gold", shell_output("#{bin}/fossick --root #{testpath} call search_content gold --text")
end
`)
  }end
`;
}

/** Where a file of the release is, and its sum; "" if the release has no such file. */
function source(repository: Repository, sums: ReadonlyMap<string, string>, name: string): string {
  const sum = sums.get(name);
  return sum === undefined ? "" : `url "${assetUrl(repository, name)}"\nsha256 "${sum}"\n`;
}

/** A Ruby block; "" if it is empty. */
function block(head: string, content: string): string {
  return content === "" ? "" : `${head} do\n${indented(content)}end\n`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
