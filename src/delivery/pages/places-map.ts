import { html, type Html } from '../../platform/common/html';
import type { DigestResponse } from '../../digest/digest.dto';
import { placeMap, type MapPlace, type MapQuake } from './charts/place-map';
import { UNUSUAL_NAMES } from './charts/unusual';
import { empty, folded, key, swatch, table } from './elements';
import { count, none } from './figures';
import { entityLink } from './links';

export const placesMap = (counted: DigestResponse['places'], quakes: readonly MapQuake[]): Html => {
  const places = counted.map(({ id, name, location, item_count, baseline, ratio }): MapPlace => ({
    id,
    name,
    latitude: location.lat,
    longitude: location.lon,
    count: item_count,
    // No ratio means that the usual count is unknown: the first days, or a new place.
    usual: ratio === null ? null : Math.round(baseline * 10) / 10,
  }));
  if (places.length === 0)
    return empty('No report of the last 24 hours names a place. The first ones come with the next update.');
  const [first] = places;
  const words = {
    title: 'Reports of the last 24 hours by place',
    description: `Most are about ${first?.name ?? ''} (${first?.count ?? 0}). The table beneath says the same.`,
  };
  return html`<figure class="maps">
      ${placeMap('world', places, quakes, words)}
      <div class="inset">
        ${placeMap('levant', places, quakes, { title: 'The Levant, enlarged', description: 'Gaza, Israel, Lebanon and western Syria.' })}
      </div>
    </figure>
    ${key(...UNUSUAL_NAMES.map((name, step) => swatch(`unusual-${step}`, name)), '◆ earthquake or explosion')}
    ${folded(
      'How to read it, and the same as a table',
      html`
        <p>
          A circle’s area is the number of reports about a place; its colour is how far that lies above a usual day.
          Borders are Natural Earth’s as adapted by Visionscarto after the views of the United Nations; disputed ones
          are dashed, no country is filled, and no line here is a statement about sovereignty.
          <a href="/about#movers">How it is computed</a> ·
          <a href="/v1/ontology/digest">JSON</a>
        </p>
        ${table('Reports by place', places, [
          ['Place', ({ id, name }) => entityLink(id, name)],
          [{ figure: '24 h' }, ({ count: n }) => count(n)],
          [{ figure: 'Usual' }, ({ usual }) => (usual === null ? none('not known yet') : String(usual))],
        ])}
      `,
    )}`;
};
