# Amber's image: built in stages, serves as nobody in particular from a tree that it does not write to.
# What it stores lies in the database and in /data. docs/deployment.md says how it is run.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund

FROM packages AS build
COPY . .
ENV AMBER_IMAGE=1 NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
RUN npx next build

FROM node:24.21.0-bookworm-slim AS serve
WORKDIR /app
# What serves, and what it reads from disk: the migrations, the program that reads people's files, and what browsers fetch.
COPY --from=build /app/.next/standalone/server.js /app/.next/standalone/package.json ./
COPY --from=build /app/.next/standalone/node_modules ./node_modules
COPY --from=build /app/.next/standalone/.next ./.next
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/lib/uploads/reader ./lib/uploads/reader
COPY --from=build /app/ops/image ./ops/image
RUN mkdir -p /data && chown 1000:1000 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 AMBER_DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "ops/image/health.mjs"]
CMD ["node", "ops/image/serve.mjs"]
