/**
 * What lies around an entity as a drawing: the entity in the middle, its neighbours on a ring in the
 * order of their kinds, so that the same graph is the same drawing. Pure; every node is a link.
 */
import { html, type Html } from '../common/html';
import { ENTITY_TYPES, type EntityType } from '../ontology/entity';
import type { GraphResponse } from '../ontology/relationship.dto';
import { spoken } from './words';

const WIDTH = 900;
const HEIGHT = 640;

/** More than this many neighbours cannot be read on a ring. */
export const DRAWN_MAX = 60;

export const ringDrawing = ({ entity, nodes, edges }: GraphResponse): Html => {
  const others = nodes
    .filter(({ id }) => id !== entity)
    .sort(
      (a, b) =>
        ENTITY_TYPES.indexOf(a.type) - ENTITY_TYPES.indexOf(b.type) || (a.id < b.id ? -1 : 1),
    );
  const places = new Map<string, Place>([
    [entity, { x: WIDTH / 2, y: HEIGHT / 2, angle: 0, shift: 0 }],
  ]);
  others.forEach(({ id }, index) => places.set(id, onRing(index, others.length)));
  const centre = nodes.find(({ id }) => id === entity);
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="group"
    aria-label="${`Drawing: ${centre?.name ?? entity} and ${others.length} entities around it`}"
  >
    ${edges.map(({ type, from, to }) => {
      const a = places.get(from);
      const b = places.get(to);
      if (a === undefined || b === undefined) return false;
      return html`<path
        class="edge edge-${type}"
        d="M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}"
      />`;
    })}${nodes.map(({ id, name, type }) => {
      const place = places.get(id);
      if (place === undefined) return false;
      const { x, y, angle, shift } = place;
      const left = id !== entity && Math.cos(angle) < 0;
      const label =
        id === entity
          ? html`<text x="${x.toFixed(1)}" y="${(y + 24).toFixed(1)}" text-anchor="middle"
              >${name}</text
            >`
          : html`<text
              x="${(x + (left ? -11 : 11)).toFixed(1)}"
              y="${(y + 4 + shift).toFixed(1)}"
              text-anchor="${left ? 'end' : 'start'}"
              >${name}</text
            >`;
      return html`<a href="/entities/${encodeURIComponent(id)}"
        ><title>${`${name}, ${spoken(type)}`}</title
        ><path
          class="${`node${id === entity ? ' node-centre' : ''}`}"
          d="${shapeOf(type, x, y, id === entity ? 12 : 7)}"
        />${label}</a
      >`;
    })}
  </svg>`;
};

interface Place {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** How much lower its name stands: at the top and the bottom of a ring names would touch. */
  readonly shift: number;
}

/** Two rings in turn where there are many, so that names do not lie on one another. */
const onRing = (index: number, count: number): Place => {
  const angle = (2 * Math.PI * (index + 0.5)) / Math.max(1, count) - Math.PI / 2;
  const far = count <= 16 || index % 2 === 0 ? 1 : 0.6;
  return {
    angle,
    shift: Math.abs(Math.cos(angle)) < 0.45 ? ((Math.floor(index / 2) % 3) - 1) * 13 : 0,
    x: WIDTH / 2 + Math.cos(angle) * 300 * far,
    y: HEIGHT / 2 + Math.sin(angle) * 290 * far,
  };
};

/** A shape for each kind of entity: colour is kept for figures. */
const shapeOf = (type: EntityType, x: number, y: number, r: number): string => {
  const at = (dx: number, dy: number): string =>
    `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  switch (type) {
    case 'country':
      return `M${at(-1, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case 'militant_group':
      return `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}z`;
    case 'leader':
      return `M${at(0, -1.1)}L${at(1, 0.8)}L${at(-1, 0.8)}z`;
    case 'place':
      return `M${at(0, -1.15)}L${at(1.15, 0)}L${at(0, 1.15)}L${at(-1.15, 0)}z`;
    case 'instrument':
      return `M${at(-1.1, -0.5)}L${at(1.1, -0.5)}L${at(1.1, 0.5)}L${at(-1.1, 0.5)}z`;
  }
};

/** How an edge is drawn, and what that says. */
const EDGE_KEY = [
  ['edge-hostile_to', 'hostile'],
  ['edge-funds', 'funds or backs'],
  ['', 'other ties'],
] as const;

/** What the shapes and the lines mean. */
export const drawingKey = (): Html =>
  html`<ul class="key drawing-key">
    ${ENTITY_TYPES.map(
      (type) =>
        html`<li>
          <svg viewBox="-9 -9 18 18" aria-hidden="true">
            <path class="node" d="${shapeOf(type, 0, 0, 7)}" />
          </svg>
          ${spoken(type)}
        </li>`,
    )}
    ${EDGE_KEY.map(
      ([kind, words]) =>
        html`<li>
          <svg class="drawing" viewBox="0 0 24 10" aria-hidden="true">
            <path class="edge ${kind}" d="M0 5H24" />
          </svg>
          ${words}
        </li>`,
    )}
  </ul>`;
