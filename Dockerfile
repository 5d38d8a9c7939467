# syntax=docker/dockerfile:1
# One image for the service, its workers and its commands. Built in three steps: packages change seldom and are cached,
# the pages are built from them, and the last step copies only files that run. docs/guides/deploying.md
ARG NODE_IMAGE=node:24.11.1-bookworm-slim
ARG RUNTIME_IMAGE=debian:12.12-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-engine-strict

FROM packages AS built
COPY . .
RUN node bin/build-pages.mjs && rm -rf node_modules/.cache

# Node is one of the packages of the service, so the base image needs none.
FROM ${RUNTIME_IMAGE} AS service
LABEL org.opencontainers.image.title="Evident" \
      org.opencontainers.image.description="Reviews, requests, loyalty and content for online stores" \
      org.opencontainers.image.licenses="Apache-2.0"
# The embedded database starts only if the user that runs it has a name.
RUN groupadd --gid 10001 evident \
    && useradd --uid 10001 --gid evident --home-dir /data --no-create-home --shell /usr/sbin/nologin evident \
    && install --directory --owner=evident --group=evident --mode=0700 /data
COPY --from=built /app /app
RUN ln -s /app/node_modules/.bin/node /usr/local/bin/node
WORKDIR /app
# HOME is set for containers that run as a user id that the image has no name for.
ENV NODE_ENV=production \
    HOME=/data \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache
# The only folder that is written: files and the secret key, unless STORAGE_URL and SECRET_KEY say otherwise. All
# other folders may be read-only, if /tmp is a small tmpfs.
VOLUME /data
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 \
    CMD ["node", "bin/health.mjs"]
CMD ["node", "bin/start.mjs"]
