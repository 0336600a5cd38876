# syntax=docker/dockerfile:1
ARG NODE_VERSION=24.20.0

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /service
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY schema ./schema
COPY generated ./generated
COPY src ./src
RUN npm run build

FROM build AS production
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# Remove type declarations, source maps and documentation, binaries for other platforms (this Node loads the N-API one), and the largest
# packages that dist/bundle/ already contains, except for their manifests and licenses.
RUN find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \
    -o -name 'README.md' -o -name 'CHANGELOG.md' \) -delete \
  && rm -f node_modules/@lmdb/*/node.abi*.node node_modules/@lmdb/*/node.*.musl.node \
  && rm -rf node_modules/lmdb/src node_modules/lmdb/dependencies node_modules/@photostructure/sqlite/src \
  && find node_modules/@photostructure/sqlite/prebuilds \( -name '*.musl.node' \
    -o -name '*.node' ! -path "*/linux-$(node -p process.arch)/*" \) -delete \
  && cd node_modules && find mongodb bson graphql fastify @zxcvbn-ts tldts ioredis @aws-sdk @smithy @opentelemetry \
    @fastify/otel nodemailer @graphql-tools otpauth @noble uqr jose openid-client oauth4webapi \
    @simplewebauthn @peculiar @levischuck @hexagon asn1js pvtsutils pvutils typebox lru-cache mercurius -type f ! -name package.json ! -iname 'licen[cs]e*' -delete
RUN mkdir data

# Contains glibc and certificates, but no shell. Its tags have no versions; pin its digest for reproducible builds.
FROM gcr.io/distroless/cc-debian13:nonroot
WORKDIR /service
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=production --chown=65532:65532 /service/data /data
COPY --from=production /service/node_modules ./node_modules
COPY --from=production /service/package.json ./
COPY --from=production /service/schema ./schema
COPY --from=production /service/generated/schema.graphql /service/generated/possible-types.json ./generated/
COPY --from=production /service/dist/generated ./dist/generated
COPY --from=production /service/dist/bundle ./dist/bundle
COPY --from=production /service/dist/src ./dist/src
COPY --from=production /service/dist/web ./dist/web
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_PATH=/data
USER 65532:65532
VOLUME ["/data"]
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
# Checks only that the process responds. /health/ready reports its dependencies, which a restart does not repair.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["/usr/local/bin/node", "--eval", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/node", "dist/bundle/cli.js"]
CMD ["start"]
