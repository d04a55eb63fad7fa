# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /app
COPY . .
# Only what decides about the packages, so that a change of the sources reuses the installed layer.
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY --from=manifests /app .
RUN npm ci --include=dev --include=optional
COPY . .
RUN node scripts/build.ts

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY --from=manifests /app .
# What the server needs and no more. The image has the right Node already, so no install script has to run.
RUN npm ci --omit=dev --include=optional --ignore-scripts --workspace apps/server \
 && node -e "require('sharp'); require('@node-rs/argon2')"

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app .
COPY LICENSE .
COPY apps/server apps/server
COPY docs/developers docs/developers
COPY packages packages
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/packages/inbox/dist packages/inbox/dist
RUN install -d -o node -g node -m 0750 /data
USER node
VOLUME /data
EXPOSE 5000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "apps/server/src/main.ts"]
