/**
 * What lies around an entity as a drawing: the entity in the middle, its neighbours on a ring in the
 * order of their kinds, so that the same graph is the same drawing. Pure; every node is a link.
 */
import { html, type Html } from '../common/html';
import { ENTITY_TYPES } from '../ontology/entity';
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
  const places = new Map<string, Place>([[entity, { x: WIDTH / 2, y: HEIGHT / 2, angle: 0 }]]);
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
      const { x, y, angle } = place;
      const left = id !== entity && Math.cos(angle) < 0;
      const label =
        id === entity
          ? html`<text x="${x.toFixed(1)}" y="${(y + 24).toFixed(1)}" text-anchor="middle"
              >${name}</text
            >`
          : html`<text
              x="${(x + (left ? -11 : 11)).toFixed(1)}"
              y="${(y + 4).toFixed(1)}"
              text-anchor="${left ? 'end' : 'start'}"
              >${name}</text
            >`;
      return html`<a href="/entities/${encodeURIComponent(id)}"
        ><title>${`${name}, ${spoken(type)}`}</title
        ><circle
          class="${`node node-${type}${id === entity ? ' node-centre' : ''}`}"
          cx="${x.toFixed(1)}"
          cy="${y.toFixed(1)}"
          r="${id === entity ? 12 : 7}"
        />${label}</a
      >`;
    })}
  </svg>`;
};

interface Place {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** Two rings in turn where there are many, so that names do not lie on one another. */
const onRing = (index: number, count: number): Place => {
  const angle = (2 * Math.PI * (index + 0.5)) / Math.max(1, count) - Math.PI / 2;
  const far = count <= 16 || index % 2 === 0 ? 1 : 0.6;
  return {
    angle,
    x: WIDTH / 2 + Math.cos(angle) * 300 * far,
    y: HEIGHT / 2 + Math.sin(angle) * 290 * far,
  };
};

/** What the colours mean. */
export const drawingKey = (): Html =>
  html`<ul class="key">
    ${ENTITY_TYPES.map(
      (type) =>
        html`<li>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle class="node-${type}" cx="5" cy="5" r="5" />
          </svg>
          ${spoken(type)}
        </li>`,
    )}
  </ul>`;
