/**
 * Containerfile: builds a release's image from its Linux binaries, in the directory of the release.
 * @module
 */
import { binaryName, type TargetName } from "../compile.ts";
import { SUMMARY, VERSION } from "../project.ts";
import { imageName, pageOf, registryName, type Repository } from "./repository.ts";

/** A base with the C library that a binary needs and nothing else: no shell, no package manager. Its user is not root. */
export const BASE_IMAGE = "gcr.io/distroless/cc-debian12:nonroot";

/** The processors' names in images, with the targets whose binaries they get. */
const PROCESSORS = {
  amd64: "x86_64-unknown-linux-gnu",
  arm64: "aarch64-unknown-linux-gnu",
} as const satisfies Readonly<Record<string, TargetName>>;

/**
 * The container file. It builds the image of the processor that the builder names in TARGETARCH, by the stage of that
 * name: without a shell no command can choose a file.
 */
export function containerFile(repository: Repository): string {
  const stages = Object.entries(PROCESSORS).map(([processor, target]) =>
    `FROM base AS ${processor}\nCOPY --chmod=0755 ${binaryName(target)} /usr/local/bin/fossick\n`
  );
  return `# fossick ${VERSION}: docker run -i --rm --network none -v "$PWD:/project:ro" ${
    imageName(repository)
  }:${VERSION}
ARG TARGETARCH
FROM ${BASE_IMAGE} AS base

${stages.join("\n")}
FROM \${TARGETARCH}
LABEL org.opencontainers.image.title="fossick" \\
  org.opencontainers.image.description="${SUMMARY}" \\
  org.opencontainers.image.version="${VERSION}" \\
  org.opencontainers.image.source="${pageOf(repository)}" \\
  org.opencontainers.image.licenses="MIT" \\
  io.modelcontextprotocol.server.name="${registryName(repository)}"
USER nonroot
WORKDIR /project
ENTRYPOINT ["/usr/local/bin/fossick"]
`;
}
