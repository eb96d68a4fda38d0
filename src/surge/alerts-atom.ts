/**
 * Alerts as an Atom feed (RFC 4287): for feed readers, one entry per episode, whose `updated` moves
 * when the episode grows or closes. Pure: values in, text out.
 */
import { escapeHtml as text } from '../common/html';
import { formatMillis } from '../common/utc-time';
import type { AlertRow } from './alert.repository';

/**
 * @param base public address of the service, without a closing slash
 * @param now UTC ms; the feed's own date when it has no entry
 */
export const alertsAtom = (rows: readonly AlertRow[], base: string, now: number): string => {
  const updated = Math.max(
    ...rows.map(({ alert }) => alert.updatedAt),
    rows.length === 0 ? now : 0,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <id>${text(`${base}/v1/ontology/alerts.atom`)}</id>`,
    '  <title>Vedette: surge alerts</title>',
    `  <updated>${formatMillis(updated)}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${text(`${base}/v1/ontology/alerts.atom`)}"/>`,
    `  <link rel="alternate" type="application/json" href="${text(`${base}/v1/ontology/alerts`)}"/>`,
    '  <author><name>Vedette</name></author>',
    ...rows.map((row) => entry(row, base)),
    '</feed>',
    '',
  ].join('\n');
};

const entry = ({ alert, items }: AlertRow, base: string): string =>
  [
    '  <entry>',
    `    <id>${text(`${base}/v1/ontology/alerts#${alert.id}`)}</id>`,
    `    <title>${text(titleOf({ alert }))}</title>`,
    `    <published>${formatMillis(alert.openedAt)}</published>`,
    `    <updated>${formatMillis(alert.updatedAt)}</updated>`,
    `    <link rel="alternate" type="application/json" href="${text(`${base}/v1/ontology/alerts?cluster=${encodeURIComponent(alert.cluster)}`)}"/>`,
    `    <category term="${text(alert.cluster)}"/>`,
    `    <summary>${text(items.map(({ title, source }) => `${title} (${source})`).join('\n'))}</summary>`,
    '  </entry>',
  ].join('\n');

/** `theater:iran: 21 items in five minutes, 5.0 × baseline (open)` */
const titleOf = ({ alert }: Pick<AlertRow, 'alert'>): string => {
  const ratio = alert.ratio === null ? 'usually silent' : `${alert.ratio.toFixed(1)} × baseline`;
  const state = alert.active ? 'open' : 'over';
  return `${alert.cluster}: ${alert.count} items in five minutes, ${ratio} (${state})`;
};
