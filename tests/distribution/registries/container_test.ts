import { assertEquals } from "@std/assert";
import { VERSION } from "../../../packaging/project.ts";
import { containerFile } from "../../../packaging/registries/container.ts";

Deno.test("the container file has one stage for each Linux binary, no shell, no root, and names its MCP server", () => {
  assertEquals(
    containerFile("Me/fossick"),
    `# fossick ${VERSION}: docker run -i --rm --network none -v "$PWD:/project:ro" ghcr.io/me/fossick:${VERSION}
ARG TARGETARCH
FROM gcr.io/distroless/cc-debian12:nonroot AS base

FROM base AS amd64
COPY --chmod=0755 fossick-x86_64-unknown-linux-gnu /usr/local/bin/fossick

FROM base AS arm64
COPY --chmod=0755 fossick-aarch64-unknown-linux-gnu /usr/local/bin/fossick

FROM \${TARGETARCH}
LABEL org.opencontainers.image.title="fossick" \\
  org.opencontainers.image.description="Finds, searches and reads the files of one directory for a model, and can reach nothing else." \\
  org.opencontainers.image.version="${VERSION}" \\
  org.opencontainers.image.source="https://github.com/Me/fossick" \\
  org.opencontainers.image.licenses="MIT" \\
  io.modelcontextprotocol.server.name="io.github.Me/fossick"
USER nonroot
WORKDIR /project
ENTRYPOINT ["/usr/local/bin/fossick"]
`,
  );
});
