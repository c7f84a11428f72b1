/**
 * Builds and runs a release's container with buildah, which needs root. The base image can't be downloaded everywhere, so
 * a stand-in under its name has what the base promises: the C library and a user without rights.
 * @module
 */
import { join } from "@std/path";
import { BASE_IMAGE } from "../../../packaging/registries/container.ts";
import { type ProgramResult, runToEnd, tempTree } from "../../program.ts";

/** Whether buildah is here and may be used. */
export async function canBuildImages(): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  try {
    return (await runToEnd(["buildah", "--version"])).code === 0;
  } catch {
    return false;
  }
}

/** An image, in a store of its own that is removed when it is disposed of. */
export class BuiltImage implements Disposable {
  readonly #place = tempTree({ "passwd": "nonroot:x:65532:65532::/:/none\n", "group": "nonroot:x:65532:\n" });

  private constructor() {}

  /** Builds the image of the Containerfile in `dir`, whose binary for this machine is `binary`. */
  static async build(dir: string, binary: string): Promise<BuiltImage> {
    const image = new BuiltImage();
    await image.#makeBase(join(dir, binary));
    const arch = `TARGETARCH=${Deno.build.arch === "x86_64" ? "amd64" : "arm64"}`;
    const file = join(dir, "Containerfile");
    await image.#must("build", "--quiet", "--pull-never", "--build-arg", arch, "--file", file, "--tag", "fossick", dir);
    return image;
  }

  /** Runs the image's program as its user, on `project`, which it can't write. */
  async run(project: string, ...args: string[]): Promise<ProgramResult> {
    const container = await this.#must("from", "--pull-never", "fossick");
    const volume = `${project}:/project:ro`;
    return await this.#buildah("run", "--volume", volume, container, "--", "/usr/local/bin/fossick", ...args);
  }

  async #makeBase(binary: string): Promise<void> {
    const container = await this.#must("from", "scratch");
    for (const name of ["passwd", "group"]) {
      await this.#must("copy", "--quiet", container, join(this.#place.path, name), `/etc/${name}`);
    }
    const { stdout } = await runToEnd(["ldd", binary]);
    for (const [library = ""] of stdout.matchAll(/\/lib\S+/g)) {
      await this.#must("copy", "--quiet", container, Deno.realPathSync(library), library);
    }
    await this.#must("commit", "--quiet", container, BASE_IMAGE);
  }

  async #must(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#buildah(...args);
    if (code !== 0) throw new Error(`buildah ${args[0]}: ${stderr}`);
    return stdout.trim();
  }

  async #buildah(...args: string[]): Promise<ProgramResult> {
    const [root, runroot] = ["store", "run"].map((name) => join(this.#place.path, name));
    const options = ["--root", root ?? "", "--runroot", runroot ?? "", "--storage-driver", "vfs"];
    return await runToEnd(["buildah", ...options, ...args], { env: { BUILDAH_ISOLATION: "chroot" } });
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]();
  }
}
