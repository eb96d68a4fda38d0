import { runCommand } from '../support/service-child';
import type { FaultWorld } from './fault-world';

export interface Check {
  readonly what: string;
  readonly holds: boolean;
}

/** A settlement of the exchange is known to the service this long after it happened, at the latest. */
const SETTLING_MS = 90_000;
/** Fewer of any of these, and the run has shown nothing. */
const LEAST = { items: 300, records: 30, trades: 10, settlements: 5 };

const STORED = `
  CALL () { MATCH (i:Item) RETURN count(i) AS items }
  CALL () { MATCH (d:SourceDay) RETURN sum(d.items) AS counted }
  CALL () { MATCH (i:Item {source_type: 'news'}) WHERE NOT (i)-[:REPORTS]->() RETURN count(i) AS unlinked }
  CALL () {
    MATCH (r:Record) WITH r ORDER BY r.leaf_index WITH collect(r.leaf_index) AS leaves, collect(r.made_at) AS times
    RETURN size(leaves) AS records, leaves = range(0, size(leaves) - 1) AS numbered,
      all(n IN range(1, size(times) - 1) WHERE times[n - 1] < times[n]) AS rising, last(times) AS newest
  }
  CALL () { MATCH (h:LogHead) RETURN count(h) AS heads }
  CALL () {
    MATCH (p:Prediction)
    WHERE NOT EXISTS { MATCH (b:Bundle {id: p.id}) MATCH (:Record {sha256: b.sha256}) }
    RETURN count(p) AS unproven
  }
  CALL () { MATCH (b:Bundle) WHERE NOT EXISTS { MATCH (:Prediction {id: b.id}) } RETURN count(b) AS orphans }
  CALL () {
    MATCH (t:Trade) RETURN count(t) AS trades, count { MATCH (x:Trade) WHERE NOT (x)-[:FOLLOWS]->(:Prediction) } AS loose
  }
  CALL () {
    MATCH (t:Trade {status: 'open'}) WITH t.exchange AS exchange, t.ticker AS ticker, t.side AS side, count(*) AS n
    WHERE n > 1 RETURN count(*) AS doubled
  }
  CALL () { MATCH (s:Settlement) RETURN count(s) AS settlements, count(DISTINCT s.exchange + '/' + s.ticker) AS settled }
  CALL () {
    MATCH (s:Settlement) MATCH (p:Prediction {exchange: s.exchange, ticker: s.ticker, state: 'open'})
    RETURN count(p) AS ungraded
  }
  CALL () {
    MATCH (s:Settlement) MATCH (t:Trade {exchange: s.exchange, ticker: s.ticker, status: 'open'})
    RETURN count(t) AS unclosed
  }
  RETURN *`;

/**
 * Checks at the end, independent of the faults.
 *
 * @param until UTC ms: the service must know all data published before
 */
export const checkAll = async (world: FaultWorld, until: number): Promise<Check[]> => {
  const [row = {}] = await world.database.ask(STORED);
  const n = (name: string): number => Number(row[name]);
  const told = (name: string): string => String(row[name]);
  const stories = await storiesOf(world, until);
  const settlements = await settlementsOf(world, until);
  const resting = await restingOf(world);
  const lost = await world.ledger.lost(world.database);
  const verified = await runCommand(['registry', 'verify'], world.settings);
  return [
    ...Object.entries(LEAST).map(([name, least]) => ({
      what: `${told(name)} ${name}: enough to show something`,
      holds: n(name) >= least,
    })),
    {
      // A feed has only its newest items: an item that left it before the service could ask is not missing.
      what: `${stories.published} stories published, ${stories.missing.length} not stored: ${stories.told} of them were answered to the service, the others had left their feed before it looked; ${stories.twice} stored twice ${perFeed(stories.missing)}`,
      holds: stories.published > stories.missing.length && stories.told === 0 && stories.twice === 0,
    },
    { what: `sources at rest: ${resting === '' ? 'none' : resting}`, holds: true },
    { what: `${told('counted')} of ${told('items')} items counted`, holds: n('items') === n('counted') },
    { what: `${told('unlinked')} news items without their story`, holds: n('unlinked') === 0 },
    {
      what: `one head and ${told('records')} records without a gap, each made after the one before`,
      holds: n('heads') === 1 && row['numbered'] === true && row['rising'] === true,
    },
    {
      what: `the newest record is of ${told('newest')}, not of the future`,
      holds: told('newest') <= new Date().toISOString(),
    },
    {
      what: `${told('unproven')} predictions without bundle and record, ${told('orphans')} bundles without prediction`,
      holds: n('unproven') === 0 && n('orphans') === 0,
    },
    {
      what: `${told('loose')} trades without their prediction, ${told('doubled')} sides held twice`,
      holds: n('loose') === 0 && n('doubled') === 0,
    },
    {
      what: `${settlements.due} markets decided in time: ${settlements.missing.length} not recorded, ${n('settlements') - n('settled')} recorded twice ${settlements.missing.slice(0, 5).join(', ')}`,
      holds: settlements.missing.length === 0 && n('settlements') === n('settled'),
    },
    {
      what: `${told('ungraded')} predictions not graded, ${told('unclosed')} trades not closed after a settlement`,
      holds: n('ungraded') === 0 && n('unclosed') === 0,
    },
    {
      what: `${world.ledger.size} documents, items, trades and predictions acknowledged, ${lost.length} lost or changed ${lost.slice(0, 3).join(', ')}`,
      holds: world.ledger.size > 0 && lost.length === 0,
    },
    {
      what: `vedette registry verify: ${verified.stdout.trim() || lastLine(verified.stderr)}`,
      holds: verified.code === 0,
    },
  ];
};

/** `vedette verify` against a running instance. */
export const verifyOf = async (world: FaultWorld): Promise<Check> => {
  const state = `${world.disk.folder}/seen.json`;
  const { code, stdout, stderr } = await runCommand(
    ['verify', world.instance.baseUrl, '--state', state],
    world.settings,
  );
  const checks = stdout.split('\n').filter((line) => line.startsWith('ok ')).length;
  const answers = stdout.split('\n').filter((line) => /^(?:Unchanged|Complete|Outcomes|Figures|WRONG)\b/.test(line));
  const said = answers.length === 0 ? lastLine(stderr) : answers.join('; ').replace(/ +/g, ' ');
  return {
    what: `vedette verify: ${checks} checks, exit code ${code ?? 'none'}: ${said}`,
    holds: code === 0 && checks > 0,
  };
};

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

const storiesOf = async (
  { samples, replay, database }: FaultWorld,
  until: number,
): Promise<{ published: number; missing: string[]; told: number; twice: number }> => {
  const rows = await database.ask(
    "MATCH (i:Item) WHERE i.url CONTAINS '/story/' RETURN split(i.url, '/story/')[1] AS name, count(*) AS n",
  );
  const stored = new Map(rows.map(({ name, n }) => [String(name), Number(n)]));
  const published = samples.storiesUntil(replay.time.toSample(until));
  const missing = published.filter((name) => !stored.has(name));
  return {
    published: published.length,
    missing,
    told: missing.filter((name) => replay.told.has(name)).length,
    twice: [...stored.values()].filter((count) => count > 1).length,
  };
};

const settlementsOf = async (
  { samples, replay, database }: FaultWorld,
  until: number,
): Promise<{ due: number; missing: string[] }> => {
  const rows = await database.ask('MATCH (s:Settlement) RETURN s.ticker AS ticker');
  const recorded = new Set(rows.map(({ ticker }) => String(ticker)));
  const limit = replay.time.toSample(until - SETTLING_MS);
  // Markets decided before the service first asked the exchange are not tracked.
  const tracked = await database.ask('MATCH (m:Market) RETURN m.ticker AS ticker, m.status AS status');
  const known = new Map(tracked.map(({ ticker, status }) => [String(ticker), String(status)]));
  const due = samples
    .settlements()
    .filter(({ ticker, settles_at }) => known.has(ticker) && Date.parse(settles_at) <= limit);
  const missing = due.filter(({ ticker }) => !recorded.has(ticker));
  return {
    due: due.length,
    missing: missing.map(({ ticker, settles_at }) => {
      const ago = Math.round((replay.time.toSample(until) - Date.parse(settles_at)) / 1_000);
      return `${ticker} (${known.get(ticker) ?? ''}, decided ${ago} s before the end)`;
    }),
  };
};

/** Paused sources with their reasons: items that they publish meanwhile may leave their feed unread. */
const restingOf = async ({ database }: FaultWorld): Promise<string> => {
  const rows = await database.ask(
    `MATCH (s:Source) WHERE s.next_try_at > timestamp()
     RETURN s.id + ' for ' + toString((s.next_try_at - timestamp()) / 1000) + ' s: ' + s.reason AS text ORDER BY text`,
  );
  return rows.map(({ text }) => String(text)).join('; ');
};

/** Names of stories as the feeds they belong to, with the number of each: `daily-0123456789-3` is of `daily`. */
const perFeed = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) {
    const feed = name.replace(/-[0-9a-f]{10}-\d+$/, '');
    counts.set(feed, (counts.get(feed) ?? 0) + 1);
  }
  return [...counts].map(([feed, count]) => `${count} of ${feed}`).join(', ');
};
