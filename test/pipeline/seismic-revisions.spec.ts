import { ManualClock } from '../support/manual-clock';
import { readEnvironment } from '../../src/platform/config/environment';
import { SeismicSource } from '../../src/ingestion/seismic/seismic.source';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { openIngestion, type IngestionWorld } from '../support/ingestion-harness';
import { addEntities, NOON } from '../support/item-builder';
import { serving, UpstreamWorld } from '../support/upstream-world';
import { sourceOf } from '../sources/collect';

jest.setTimeout(60_000);

interface Told {
  readonly id?: string;
  readonly ids?: string;
  readonly at?: readonly [number, number] | null;
  readonly [property: string]: unknown;
}

const NATANZ = [51.73, 33.72] as const;
const OCEAN = [-120, 36] as const;

const event = ({ id = 'us1', at = NATANZ, ...properties }: Told) => ({
  type: 'Feature',
  id,
  properties: {
    mag: 4.6,
    place: 'P',
    title: `M 4.6 - P, ${id}`,
    time: NOON - 3_600_000,
    updated: NOON,
    type: 'earthquake',
    status: 'reviewed',
    ids: `,${id},`,
    ...properties,
  },
  geometry: at === null ? null : { type: 'Point', coordinates: [...at, 3] },
});

describe('revisions of an earthquake', () => {
  let test: TestGraph;
  let world: UpstreamWorld;
  let ingestion: IngestionWorld;
  const clock = new ManualClock(NOON * 1000);

  beforeAll(async () => {
    test = await openTestGraph();
    world = await UpstreamWorld.open();
    ingestion = openIngestion({
      graph: test.graph,
      replayUrl: world.url,
      clock,
      sources: [{ ...sourceOf('usgs', { summary: '2.5_day' }), sourceType: 'seismic' }],
      adapters: [new SeismicSource(readEnvironment({}))],
    });
  });

  beforeEach(async () => {
    await test.wipe();
    await addEntities(test.graph, [{ id: 'natanz' }]);
  });

  afterAll(async () => {
    await ingestion.close();
    await world.close();
    await test.close();
  });

  it.each<readonly [string, readonly Told[], Record<string, unknown>]>([
    ['a new preferred id', [{}, { id: 'ir2', ids: ',ir2,us1,', mag: 4.8 }], { magnitude: 4.8, former_ids: 'us1' }],
    [
      'a new preferred id, then its deletion',
      [{}, { id: 'ir2', ids: ',ir2,us1,' }, { id: 'ir2', ids: ',ir2,us1,', status: 'deleted' }],
      { status: 'deleted' },
    ],
    [
      'an id that comes back',
      [{}, { id: 'ir2', ids: ',ir2,us1,' }, { ids: ',us1,ir2,', mag: 4.7 }],
      { magnitude: 4.7, former_ids: 'ir2' },
    ],
    [
      'three ids in turn',
      [{}, { id: 'ir2', ids: ',ir2,us1,' }, { id: 'pt3', ids: ',pt3,ir2,us1,', mag: 5 }],
      { magnitude: 5 },
    ],
    ['a deletion', [{}, { status: 'deleted' }], { status: 'deleted' }],
    ['a deletion without a place', [{}, { status: 'deleted', at: null, mag: null }], { status: 'deleted' }],
    [
      'a great one that is no longer',
      [
        { at: OCEAN, mag: 6.1 },
        { at: OCEAN, mag: 5.9 },
      ],
      { magnitude: 5.9 },
    ],
    ['a place far away', [{}, { at: OCEAN }], { lat: 36, nearest_place: undefined }],
    ['an explosion that was none', [{ at: OCEAN, type: 'explosion' }, { at: OCEAN }], { event_type: 'earthquake' }],
    ['an earthquake that was an explosion', [{}, { type: 'explosion' }], { event_type: 'explosion', explosion: true }],
    [
      'a reach that no longer has the place',
      [
        { at: [51.73, 34.5], mag: 4.6 },
        { at: [51.73, 34.5], mag: 4.2 },
      ],
      { magnitude: 4.2 },
    ],
  ])('are one item: %s', async (_, told, expected) => {
    for (const one of told) {
      world.answer(
        'earthquake.usgs.gov',
        serving(JSON.stringify({ type: 'FeatureCollection', features: [event(one)] })),
      );
      clock.advance(600_000_000);
      await ingestion.run();
    }

    const rows = await test.graph.statement('MATCH (i:Item) RETURN properties(i) AS item', 'READ');
    expect(rows).toHaveLength(1);
    const item = rows[0]?.['item'] as Record<string, unknown>;
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, item[`attr_${name}`]]))).toEqual(expected);
    expect(item['revisions']).toBe(told.length - 1);
  });

  it('are nothing where the first was of no interest', async () => {
    const features = JSON.stringify({ type: 'FeatureCollection', features: [event({ at: OCEAN })] });
    world.answer('earthquake.usgs.gov', serving(features));
    clock.advance(600_000_000);
    await ingestion.run();

    expect(await test.graph.statement('MATCH (i:Item) RETURN i', 'READ')).toEqual([]);
  });
});
