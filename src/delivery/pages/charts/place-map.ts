import { html, type Html } from '../../../platform/common/html';
import { assetPath } from '../assets.provider';
import { drawing, textAt, type ChartWords } from './frame';
import { MAP_PARALLEL, MAP_WINDOWS, type MapWindow } from './map-windows';
import { px } from './scales';
import { unusualStep } from './unusual';

export interface MapPlace {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Reports about the place in the last 24 hours. */
  readonly count: number;
  readonly usual: number | null;
}

export interface MapQuake {
  readonly id: string;
  readonly title: string;
  readonly latitude: number;
  readonly longitude: number;
}

const LABELS_MAX = 12;
const NARROW_LABELS_MAX = 6;
/** Letter scale on phones, in units of the drawing; must match pages.css. */
const NARROW_SCALE = 2.4;
/** Letter scale of the inset, which is drawn smaller; must match pages.css. */
const INSET_SCALE = 1.25;
/** px of radius per square root of a report. */
const RADIUS = 3;
const LABEL_HEIGHT = 12;
/** Highest step of the scale in unusual.ts. */
const EXTREME = 4;
const LETTER_WIDTH = 6.2;

interface Placed extends MapPlace {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export const projected = (
  name: MapWindow,
  { latitude, longitude }: Pick<MapPlace, 'latitude' | 'longitude'>,
): { x: number; y: number } | null => {
  const { west, east, south, north, width } = MAP_WINDOWS[name];
  if (longitude < west || longitude > east || latitude < south || latitude > north) return null;
  const shrink = Math.cos((MAP_PARALLEL * Math.PI) / 180);
  const scale = width / ((east - west) * shrink);
  return { x: (longitude - west) * shrink * scale, y: (north - latitude) * scale };
};

const mapHeight = (name: MapWindow): number => {
  const { west, east, south, north, width } = MAP_WINDOWS[name];
  return Math.round(((north - south) * width) / ((east - west) * Math.cos((MAP_PARALLEL * Math.PI) / 180)));
};

export const placeMap = (
  name: MapWindow,
  places: readonly MapPlace[],
  quakes: readonly MapQuake[],
  words: ChartWords,
  /** `bare`: without labels, when the page already names the only place. */
  naming: 'named' | 'bare' = 'named',
): Html => {
  const { width } = MAP_WINDOWS[name];
  const height = mapHeight(name);
  const placed = places
    .flatMap((place): Placed[] => {
      const at = place.count > 0 ? projected(name, place) : null;
      return at === null ? [] : [{ ...place, ...at, r: RADIUS * Math.sqrt(place.count) }];
    })
    .sort((a, b) => b.r - a.r || (a.id < b.id ? -1 : 1));
  return drawing(
    words,
    [width, height],
    html`<image href="${assetPath(`map-${name}.svg`)}" width="${width}" height="${height}" />
      ${placed.map(circle)}${quakes.map((quake) => diamond(name, quake))}${naming === 'named' && labels(name, placed, height)}`,
    { kind: 'map', linked: true },
  );
};

const circle = ({ id, name, count, usual, x, y, r }: Placed): Html =>
  html`<a href="/entities/${encodeURIComponent(id)}" aria-label="${`${name}: ${count}`}"
    ><circle class="unusual-${unusualStep(count, usual) ?? 'unknown'}" cx="${px(x)}" cy="${px(y)}" r="${px(r)}"
      ><title>${name}: ${count}${usual !== null && `, usually ${usual}`}</title></circle
    ></a
  >`;

const diamond = (name: MapWindow, quake: MapQuake): Html | false => {
  const at = projected(name, quake);
  if (at === null) return false;
  return html`<a href="/log/${encodeURIComponent(quake.id)}" aria-label="${quake.title}"
    ><path class="quake" d="M${px(at.x)} ${px(at.y - 5)}l5 5l-5 5l-5 -5z"><title>${quake.title}</title></path></a
  >`;
};

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Label {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** The most unusual first, where they cover no other; those that fit the larger letters of phones before the rest. */
const labels = (window: MapWindow, placed: readonly Placed[], height: number): Html[] => {
  const { width } = MAP_WINDOWS[window];
  const [scale, onPhone] = window === 'world' ? [1, NARROW_SCALE] : [INSET_SCALE, INSET_SCALE];
  const taken: Box[] = [];
  const named = new Map<string, Label & { readonly narrow: boolean }>();
  const inOrder = [...placed].sort((a, b) => rankOf(b) - rankOf(a) || b.r - a.r);
  for (const narrow of [true, false])
    for (const place of inOrder) {
      if (named.size === (narrow ? NARROW_LABELS_MAX : LABELS_MAX)) break;
      if (named.has(place.id)) continue;
      const label = positions(place, narrow ? onPhone : scale).find(
        ({ box }) =>
          box.left >= 0 &&
          box.right <= width &&
          box.top >= 0 &&
          box.bottom <= height &&
          !taken.some((other) => overlap(box, other)) &&
          !placed.some((other) => other.id !== place.id && !isWithin(other, place) && overlap(box, boxOf(other))),
      );
      if (label === undefined) continue;
      taken.push(label.box);
      named.set(place.id, { ...label, narrow });
    }
  return placed.flatMap(({ id, name, count }) => {
    const at = named.get(id);
    return at === undefined
      ? []
      : [textAt(at.x, at.y, html`${name} <tspan>${count}</tspan>`, at.anchor, at.narrow ? '' : 'wide-only')];
  });
};

const rankOf = ({ count, usual }: Placed): number => Math.max(unusualStep(count, usual) ?? 0, EXTREME - 1);

const positions = ({ name, count, x, y, r }: Placed, scale: number): Label[] => {
  const long = `${name} ${count}`.length * LETTER_WIDTH * scale;
  const half = (LABEL_HEIGHT * scale) / 2;
  const label = (anchor: Label['anchor'], at: number, middle: number): Label => {
    const left = at - (anchor === 'start' ? 0 : anchor === 'end' ? long : long / 2);
    const box = { left, right: left + long, top: middle - half, bottom: middle + half };
    return { box, x: at, y: middle + 4 * scale, anchor };
  };
  return [
    label('start', x + r + 3, y),
    label('end', x - r - 3, y),
    label('middle', x, y - r - 1 - half),
    label('middle', x, y + r + 1 + half),
    label('end', x + r, y - r - 1 - half),
    label('end', x + r, y + r + 1 + half),
  ];
};

const boxOf = ({ x, y, r }: Placed): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r });

/** A capital lies within its country, so a label may touch its country's circle. */
const isWithin = (inner: Placed, outer: Placed): boolean =>
  Math.hypot(inner.x - outer.x, inner.y - outer.y) + inner.r <= outer.r;

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
