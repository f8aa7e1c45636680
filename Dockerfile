# Running Order in a container. By default it keeps its data in one file under /data; set
# DATABASE_URL to work on a PostgreSQL server instead. It writes nowhere else and needs no capability:
#
#     docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#       --volume running-order:/data --publish 8080:8080 running-order
#
# Images are named by their exact version, here and in compose.yaml; raise it with Node.js's own.
FROM node:24.21.0-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk sdk
COPY web web
COPY src src
COPY scripts scripts
COPY tsconfig.json ./
# Beside the pages: the bill of materials of this image, and the licences of its parts.
RUN npm ci --omit=dev --ignore-scripts && npm run build && node scripts/parts.ts web/dist

FROM node:24.21.0-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings the runtime, so the packages that would bring one are left out; so is what builds
# the pages.
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts && npm cache clean --force
COPY bin bin
COPY sdk sdk
COPY src src
COPY regattas regattas
COPY --from=pages /app/web/dist web/dist
RUN mv web/dist/sbom.cdx.json web/dist/licences.txt .

RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATABASE_URL=sqlite:/data/running-order.db
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would not pass the signal on that asks for a stop.
CMD ["node", "bin/running-order.js", "serve"]
