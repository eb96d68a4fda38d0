/** Alerts as feed entries, as places and as STIX. Pure. */
import { formatMillis } from '../platform/common/utc-time';
import type { Placed, Position } from '../platform/formats/geojson';
import { feedTitle, type FeedEntry, type NewsFeed } from '../platform/formats/news-feed';
import type { StixEntity, StixSaying } from '../ontology/stix';
import type { AlertDetailRow } from './alert-detail.dto';
import type { AlertRow } from './alerts.dto';
import type { Alert } from './episode';

/** Maximum (newest) items in the STIX form. */
const REFERENCES_MAX = 20;

interface AlertFeedOf {
  /** Public address of the service, without a closing slash. */
  readonly base: string;
  /** One cluster, or null for all. */
  readonly cluster: string | null;
  /** UTC ms. */
  readonly now: number;
  readonly synthetic: boolean;
}

/** Feed of the newest alerts: one entry per episode, whose `updated` changes when it grows or closes. */
export const alertsFeed = (rows: readonly AlertRow[], { base, cluster, now, synthetic }: AlertFeedOf): NewsFeed => {
  const of = cluster === null ? '' : `?cluster=${encodeURIComponent(cluster)}`;
  return {
    title: feedTitle(cluster === null ? 'surge alerts' : `surge alerts, ${cluster}`, synthetic),
    atomUrl: `${base}/v1/ontology/alerts.atom${of}`,
    jsonUrl: `${base}/v1/ontology/alerts.feed.json${of}`,
    listUrl: `${base}/v1/ontology/alerts${of}`,
    now,
    entries: rows.map((row) => entry(row, base)),
  };
};

const entry = ({ alert, items }: AlertRow, base: string): FeedEntry => ({
  id: `${base}/v1/ontology/alerts#${alert.id}`,
  title: titleOf(alert),
  link: `${base}/v1/ontology/alerts?cluster=${encodeURIComponent(alert.cluster)}`,
  linkType: 'application/json',
  publishedAt: alert.opened_at,
  updatedAt: alert.updated_at,
  summary: items.map(({ title, source }) => `${title} (${source})`).join('\n'),
  categories: [alert.cluster],
});

/** `theater:iran: 21 items in five minutes, 5.0 × baseline (open)` */
const titleOf = (alert: Alert): string => {
  const ratio = alert.ratio === null ? 'usually silent' : `${alert.ratio.toFixed(1)} × baseline`;
  const state = alert.active ? 'open' : 'over';
  return `${alert.cluster}: ${alert.count} items in five minutes, ${ratio} (${state})`;
};

/** The distinct places named in an alert's items, else the location of its entity, else null. */
export const placeOfAlert = (
  { cluster, items }: { readonly cluster: string; readonly items: readonly { readonly id: string }[] },
  named: ReadonlyMap<string, readonly Position[]>,
  centers: ReadonlyMap<string, Position>,
): Placed | null => {
  const points = new Map(items.flatMap(({ id }) => named.get(id) ?? []).map((at) => [`${at.lat},${at.lon}`, at]));
  if (points.size > 0) return { points: [...points.values()], basis: 'named' };
  const center = centers.get(centerOf(cluster) ?? '');
  return center === undefined ? null : { points: [center], basis: 'entity' };
};

/** The central entity of a cluster, or null for a theater. */
export const centerOf = (cluster: string): string | null =>
  cluster.startsWith('around:') ? cluster.slice('around:'.length) : null;

export const alertSaying = (
  { alert, items }: AlertDetailRow,
  about: readonly StixEntity[],
  base: string,
): StixSaying => ({
  id: alert.id,
  title: titleOf(alert),
  text: `${alert.count} items within five minutes from ${alert.families} families of publishers, against ${alert.baseline.rate.toFixed(2)} usually. Raised at ${formatMillis(alert.opened_at)}. A volume of reports, which says nothing of whether they are true.`,
  created: alert.opened_at,
  modified: alert.updated_at,
  confidence: null,
  references: [
    {
      source_name: 'vedette',
      external_id: alert.id,
      url: `${base}/v1/ontology/alerts/${alert.id}`,
    },
    ...items.slice(-REFERENCES_MAX).map(({ source, title, url }) => ({
      source_name: source,
      description: title,
      ...(url === null ? {} : { url }),
    })),
  ],
  about,
});
