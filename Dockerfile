# Vedette without a database: Neo4j is another container (docker-compose.yml) or a server of yours.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY .swcrc nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts/pack-seed.mjs ./scripts/
COPY src ./src
COPY seed ./seed
RUN npm run build

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY bin ./bin
COPY cypher ./cypher
COPY seed ./seed
COPY bench/results/resolver.json ./bench/results/
COPY samples ./samples
COPY src/delivery/pages/assets ./src/delivery/pages/assets
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/vedette.js", "serve"]
