import { assertEquals } from "@std/assert";
import { binaryName, TARGETS } from "../../../packaging/compile.ts";
import { VERSION } from "../../../packaging/project.ts";
import { formula } from "../../../packaging/registries/homebrew.ts";

const SHELL_FILES = ["fossick.bash", "fossick.fish"];

/** Sums of files, each recognizable. */
function sumsOf(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name, i) => [name, `${i}`.repeat(64)]));
}

/** The blocks of a formula, each with its first line, the name of its file and its sum's first digit. */
function blocksOf(text: string): (readonly [head: string, file: string, sum: string])[] {
  const pattern = /^ +(\S.*) do\n +url "\S+\/v([^/]+)\/(\S+)"\n +sha256 "(.)\4{63}"\n +end$/gm;
  return [...text.matchAll(pattern)].map(([, head = "", version, file = "", sum = ""]) => {
    assertEquals(version, VERSION);
    return [head, file, sum];
  });
}

Deno.test("the formula takes each platform's binary and the files for shells from the release, with their sums", () => {
  const binaries = TARGETS.map(({ name }) => binaryName(name));
  const text = formula("Me/fossick", sumsOf([...binaries, ...SHELL_FILES]));
  assertEquals(blocksOf(text), [
    ["on_arm", "fossick-aarch64-apple-darwin", "3"],
    ["on_intel", "fossick-x86_64-apple-darwin", "2"],
    ["on_arm", "fossick-aarch64-unknown-linux-gnu", "1"],
    ["on_intel", "fossick-x86_64-unknown-linux-gnu", "0"],
    ['resource "fossick.bash"', "fossick.bash", "5"],
    ['resource "fossick.fish"', "fossick.fish", "6"],
  ]);
});

Deno.test("the formula leaves out platforms that the release has no binary for", () => {
  const text = formula("Me/fossick", sumsOf(["fossick-x86_64-unknown-linux-gnu", "fossick.fish"]));
  assertEquals(
    text,
    `class Fossick < Formula
  desc "Sandboxed MCP server that finds, searches and reads files"
  homepage "https://github.com/Me/fossick"
  version "${VERSION}"
  license "MIT"

  on_linux do
    on_intel do
      url "https://github.com/Me/fossick/releases/download/v${VERSION}/fossick-x86_64-unknown-linux-gnu"
      sha256 "${"0".repeat(64)}"
    end
  end

  resource "fossick.fish" do
    url "https://github.com/Me/fossick/releases/download/v${VERSION}/fossick.fish"
    sha256 "${"1".repeat(64)}"
  end

  def install
    bin.install Dir["fossick-*"].first => "fossick"
    chmod 0755, bin/"fossick"
    resource("fossick.fish").stage { fish_completion.install "fossick.fish" }
  end

  test do
    (testpath/"a.txt").write "gold\\n"
    assert_match "gold", shell_output("#{bin}/fossick --root #{testpath} call search_content gold --text")
  end
end
`,
  );
});
