# The server in one image: port 80, everything that lasts in /storage, no settings needed for a trial.
# `npm run image` builds the same files without Docker and starts the server in them.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /build
COPY . .
RUN apt-get update && npm ci --omit=dev && node scripts/image.ts /image

# Debian's own files without a shell or a package manager: nothing here can install or start anything else.
FROM scratch
COPY --from=build /image/ /
COPY --from=build --chown=1000:1000 /image/storage/ /storage/
ENV HOST=0.0.0.0 PORT=80 SEED=none DATA_DIR=/storage BACKUP_DIR=/storage/backups TMPDIR=/storage
USER 1000:1000
WORKDIR /fieldhive
VOLUME /storage
EXPOSE 80
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=2m CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["/usr/local/bin/node", "--max-semi-space-size=4", "/fieldhive/src/server/main.ts"]
