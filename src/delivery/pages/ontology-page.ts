import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { RELATIONSHIP_KINDS } from '../../ontology/relationship';
import type { EntityNodeResponse, GraphResponse, PathResponse } from '../../ontology/relationship.dto';
import type { EntityResponse } from '../../ontology/entity.dto';
import { ENTITY_TYPES } from '../../ontology/entity';
import { assetPath } from './assets.provider';
import type { DigestResponse } from '../../digest/digest.dto';
import { heatStrip } from './charts/heat-strip';
import type { MapQuake } from './charts/place-map';
import { renderPage } from './layout';
import { placesMap } from './places-map';
import type { Site } from './site';
import { DRAWN_MAX, drawingKey, ringDrawing } from './ontology-drawing';
import { addressOf } from './page-query';
import { empty, folded, section, select, table } from './elements';
import { count, counted, none } from './figures';
import { entityLink, provenance } from './links';
import { entityKinds } from './names';

interface OntologyPageData {
  readonly site: Site;
  readonly entities: readonly EntityResponse[];
  /** The most named entities of the last 24 hours, and those furthest above their usual day. */
  readonly named: DigestResponse['top_entities'];
  readonly movers: DigestResponse['movers'];
  /** Reports per day over {@link NAMED_DAYS} days of the first {@link NAMED_SHOWN} of them, oldest first. */
  readonly days: ReadonlyMap<string, readonly number[]>;
  readonly graph: GraphResponse | null;
  readonly asked: boolean;
  readonly places: DigestResponse['places'];
  readonly quakes: readonly MapQuake[];
  readonly paths: { readonly to: string; readonly found: readonly PathResponse[] } | null;
}

const PATH = '/ontology';
export const NAMED_SHOWN = 12;
export const NAMED_DAYS = 35;

export const ontologyPage = (data: OntologyPageData): string => {
  const { site, graph, entities, paths, asked } = data;
  const json =
    graph === null
      ? '/v1/ontology/entities'
      : addressOf('/v1/ontology/graph', { entity: graph.entity, depth: graph.depth });
  const ties =
    graph === null
      ? empty('There is no place or actor yet: run `vedette seed`, which loads those that ship with the program.')
      : html`<h2 id="ties">Who is tied to whom</h2>
          ${form(graph, paths?.to ?? '', entities)}${paths !== null && pathSection(graph.entity, paths, entities)}${around(graph, json)}`;
  return renderPage({
    title: 'Places & actors',
    description: `${headline(data)}. ${counted(entities.length, 'place or actor', 'places and actors')}, and what is stated between them.`,
    path: PATH,
    section: PATH,
    json,
    scripts: graph === null ? [] : ['ontology.js'],
    site,
    body: html`<h1>${headline(data)}</h1>
      ${asked ? [ties, today(data)] : [today(data), ties]}
      <h2 id="all">All ${count(entities.length)} of them</h2>
      ${ENTITY_TYPES.map((type) => ofType(type, entities))} ${provenance('ontology', '/v1/ontology/entities?limit=500')}`,
  });
};

const headline = ({ asked, graph, paths, entities, named: [first] }: OntologyPageData): string => {
  const nameOf = (id: string): string => nameIn(entities, id);
  if (asked && graph !== null)
    return paths === null
      ? `Who is tied to ${nameOf(graph.entity)}`
      : `How ${nameOf(graph.entity)} is tied to ${nameOf(paths.to)}`;
  return first === undefined || first.item_count === 0 ? 'Who is tied to whom' : `${first.name} is named most today`;
};

const today = (data: OntologyPageData): Html =>
  html`${!data.asked && html`<p class="lede">${volumeWords(data)}</p>`}
    <div class="wide-narrow">
      ${section('where', 'Where the last 24 hours were', placesMap(data.places, data.quakes))}
      ${section('named', 'Named most in 24 hours', namedTable(data))}
    </div>`;

/** `9 reports in 24 hours; usually about 7 a day. Taiwan is furthest above its usual day: 18 against about 3.` */
const volumeWords = ({ named: [first], movers: [mover] }: OntologyPageData): HtmlValue => {
  if (first === undefined || first.item_count === 0) return 'No report of the last 24 hours names a place or an actor.';
  const usual = first.ratio === null ? '' : `; usually about ${Math.round(first.baseline)} a day`;
  return html`${counted(first.item_count, 'report')} in 24
  hours${usual}.${mover !== undefined && mover.item_count > mover.baseline && moverWords(mover, first.id)}`;
};

const moverWords = (mover: OntologyPageData['movers'][number], first: string): Html =>
  mover.id === first
    ? html` Nothing is further above its usual day.`
    : html` ${entityLink(mover.id, mover.name)} is furthest above its usual day: ${count(mover.item_count)} against
      about ${Math.round(mover.baseline)}.`;

const namedTable = ({ named, days }: OntologyPageData): Html => {
  const rows = named.slice(0, NAMED_SHOWN).filter(({ item_count: n }) => n > 0);
  if (rows.length === 0) return empty('Nothing yet.');
  return html`${table('Places and actors named most in the last 24 hours', rows, [
      ['Name', ({ id, name }) => entityLink(id, name)],
      [{ figure: '24 h' }, ({ item_count: n }) => count(n)],
      [
        { figure: 'Usual' },
        ({ ratio, baseline }) => (ratio === null ? none('not known yet') : count(Math.round(baseline))),
      ],
      [
        `Last ${NAMED_DAYS} days`,
        ({ id, ratio, baseline }) =>
          heatStrip((days.get(id) ?? []).map((n) => ({ count: n, usual: ratio === null ? null : baseline }))),
      ],
    ])}
    <p class="provenance">
      Usual is the mean of the week before. Squares: a day each, coloured as on the map.
      <a href="/about#movers">How it is computed</a> · <a href="/v1/ontology/digest">JSON</a>
    </p>`;
};

const nameIn = (entities: OntologyPageData['entities'], id: string): string =>
  entities.find((entity) => entity.id === id)?.name ?? id;

const form = (graph: GraphResponse, to: string, entities: readonly EntityResponse[]): Html =>
  html`<form class="filters" method="get" action="${PATH}" role="search" aria-label="What to draw">
    <label
      >Around<input
        name="entity"
        list="entities"
        value="${nameIn(entities, graph.entity)}"
        maxlength="100"
        autocomplete="off"
    /></label>
    <label
      >Reaching${select(
        'depth',
        [1, 2, 3].map((depth) => [String(depth), counted(depth, 'step')]),
        String(graph.depth),
        false,
      )}</label
    >
    <label
      >Path to<input
        name="to"
        list="entities"
        value="${to === '' ? '' : nameIn(entities, to)}"
        maxlength="100"
        autocomplete="off"
        placeholder="Brent crude"
    /></label>
    <div class="actions"><button class="primary" type="submit">Show</button></div>
    <datalist id="entities">${entities.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
  </form>`;

const pathSection = (
  from: string,
  { to, found }: NonNullable<OntologyPageData['paths']>,
  entities: OntologyPageData['entities'],
): Html => {
  const nameOf = (id: string): string => nameIn(entities, id);
  return html`<section id="paths">
    <h3>From ${nameOf(from)} to ${nameOf(to)}</h3>
    ${
      found.length === 0
        ? empty('Nothing connects the two within six steps.')
        : found.map(
            (path) =>
              html`<ol class="path">
                ${pathInWords(path)}
              </ol>`,
          )
    }
    ${provenance('ontology', addressOf('/v1/ontology/paths', { from, to }))}
  </section>`;
};

const pathInWords = ({ nodes, relationships }: PathResponse): HtmlValue =>
  nodes.map((node, index) => {
    const step = relationships[index];
    return html`<li>
      ${entityLink(node.id, node.name)}${step !== undefined && html` <small>${reading(step.type, step.from === node.id)}</small>`}
    </li>`;
  });

const reading = (type: keyof typeof RELATIONSHIP_KINDS, forward: boolean): string =>
  forward ? RELATIONSHIP_KINDS[type].verb : RELATIONSHIP_KINDS[type].reverse;

const around = (graph: GraphResponse, json: string): Html => {
  const names = new Map(graph.nodes.map((node) => [node.id, node]));
  const centre = names.get(graph.entity)?.name ?? graph.entity;
  return html`<section>
    <h3>Around ${entityLink(graph.entity, centre)}</h3>
    <p>
      ${counted(graph.nodes.length - 1, 'place or actor', 'places and actors')} within ${counted(graph.depth, 'step')},
      ${counted(graph.edges.length, 'tie')} among
      them.${graph.truncated && html` <strong>Too much to show all of it.</strong>`}
    </p>
    <div id="explorer" data-library="${assetPath('cytoscape.js')}" data-entity="${graph.entity}"></div>
    ${graph.nodes.length <= DRAWN_MAX ? html`<div class="drawing" id="drawing">${ringDrawing(graph)}</div>` : empty('Too many for a still drawing; the explorer and the table have them all.')}
    ${drawingKey()}
    <details id="edges">
      <summary>The same as a table</summary>
      ${table(`Relationships around ${centre}`, graph.edges, [
        ['From', ({ from }) => edgeEnd(from, names.get(from))],
        ['Says', ({ type }) => html`<span data-type="${type}">${RELATIONSHIP_KINDS[type].verb}</span>`],
        ['To', ({ to }) => edgeEnd(to, names.get(to))],
        ['Why it is stated', ({ basis }) => basis],
      ])}
    </details>
    ${provenance('ontology', json)}
  </section>`;
};

/** The explorer script reads its nodes from these. */
const edgeEnd = (id: string, node: EntityNodeResponse | undefined): Html =>
  html`<a class="entity" data-node="${id}" data-kind="${node?.type ?? ''}" href="${addressOf(PATH, { entity: id })}"
    >${node?.name ?? id}</a
  >`;

const ofType = (type: string, entities: readonly EntityResponse[]): Html | false => {
  const rows = entities.filter((entity) => entity.type === type);
  return (
    rows.length > 0 &&
    folded(
      html`${entityKinds(type)} <small>${rows.length}</small>`,
      table(entityKinds(type), rows, [
        ['Name', (entity) => entityLink(entity.id, entity.name)],
        [{ figure: 'Reports, 24 h' }, (entity) => count(entity.item_count_24h)],
        [{ figure: 'Ties' }, (entity) => count(entity.relationship_count)],
      ]),
    )
  );
};
