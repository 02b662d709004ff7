# docker build --tag sheetwright .                      the product
# docker build --tag sheetwright:office --target office .   with LibreOffice, for engines of type Type3 and previews
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY . .
RUN deploy/image-steps.sh install && deploy/image-steps.sh build && deploy/image-steps.sh prune

FROM node:24-trixie-slim AS run
ENV NODE_ENV=production SHEETWRIGHT_HOST=0.0.0.0 SHEETWRIGHT_DATA=/data SHEETWRIGHT_LOG_FORMAT=json
COPY --from=build /app /app
WORKDIR /app
RUN deploy/image-steps.sh user
# Owns nothing but /data. The root file system may be read-only: only /data and /tmp are written to.
USER 10001:10001
VOLUME ["/data", "/tmp"]
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.SHEETWRIGHT_PORT||8080)+'/health/live').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "packages/server/src/main.ts"]

FROM run AS office
USER root
RUN deploy/image-steps.sh office
USER 10001:10001

FROM run
