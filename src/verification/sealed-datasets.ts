/** Checks the dataset of each sealed day: the rows derived from the log at that time. Pure. */
import { DATASET_FORMATS, type DatasetFormat } from '../dataset/dataset-format';
import { DAY_MS } from '../platform/common/durations';
import { isSha256Hex } from '../platform/common/sha256';
import { nextDate, parseMicros, utcDate } from '../platform/common/utc-time';
import { rowOf, rowsOf, type DueRow } from './claims';
import { Broken, insist } from './finding';
import { marketOfBundle, type History } from './history';
import { quotedCopy } from './published-rows';
import { linesOf, Members, millisOf, readJsonValue, readList, sameJson, shortly } from './received-json';

export const DATASET_DAYS_PATH = '/api/dataset/days.json';

/** A settlement that was not graded at once may become a row later. */
const GRADED_WITHIN_MS = DAY_MS;

type SealedDataset = ReturnType<typeof sealedDataset>;

/** Entries of the population `own`. @param base public address. @throws Broken */
export const readSealedDatasets = (text: string, base: string): readonly SealedDataset[] => {
  const what = DATASET_DAYS_PATH;
  const entries = readList(what, readJsonValue(what, text)).map((value, index) => {
    const entry = Members.of(`${what} entry ${index}`, value);
    entry.insistMembers(['date', 'sealed_at', 'population', 'n_records', 'n_total', 'files']);
    return entry;
  });
  const seen = new Set<string>();
  let last = '';
  for (const entry of entries) {
    const name = `${entry.text('date')} ${entry.text('population')}`;
    entry.insist(!seen.has(name), 'is already in the list');
    entry.insist(entry.text('date') >= last, 'is out of order');
    entry.insist(
      /^(?:own|import:[A-Za-z0-9._-]+)$/.test(entry.text('population')),
      'names a population that is neither own nor imported',
    );
    last = entry.text('date');
    seen.add(name);
  }
  const all = entries.map((entry) => ({ entry, dataset: sealedDataset(entry, base) }));
  return all.filter(({ entry }) => entry.object['population'] === 'own').map(({ dataset }) => dataset);
};

/** `sealedAt` is in UTC ms; `total` counts the distinct rows of all days up to this one. */
const sealedDataset = (entry: Members, base: string) => {
  const date = entry.text('date');
  entry.insist(parseMicros(`${date}T00:00:00.000000Z`) !== null, 'date is not a day');
  const sealedAt = millisOf(entry.instant('sealed_at'));
  entry.insist(utcDate(sealedAt * 1000) === nextDate(date), 'sealed_at is not on the day after');
  const files = entry.at('files');
  files.insistMembers([...DATASET_FORMATS]);
  const population = encodeURIComponent(entry.text('population'));
  const file = (format: DatasetFormat) => {
    const members = files.at(format);
    members.insistMembers(['sha256', 'bytes', 'url']);
    const path = `/api/dataset/days/${date}/records.${format}?population=${population}`;
    members.equal('url', `${base}${path}`, 'the address of this deployment');
    members.insist(isSha256Hex(members.object['sha256']), 'sha256 is not a SHA-256');
    return { path, sha256: members.text('sha256'), bytes: members.number('bytes') };
  };
  return {
    date,
    sealedAt,
    rows: entry.number('n_records'),
    total: entry.number('n_total'),
    files: { jsonl: file('jsonl'), csv: file('csv'), parquet: file('parquet') },
  };
};

/**
 * Checks that every row is a forecast of the log with an outcome valid at some time, and that, with earlier days, none
 * is missing.
 *
 * @param sealed ids of earlier days; those of this day are added
 * @throws Broken
 */
export const checkSealedDataset = (
  { date, sealedAt, rows: count, total, files }: SealedDataset,
  text: string,
  history: History,
  sealed: Set<string>,
): void => {
  const { path } = files.jsonl;
  const due = new Map(rowsOf(history).map((row) => [row.bundle.record.id, row]));
  const seen = new Set<string>();
  const lines = linesOf(path, text);
  for (const [index, line] of lines.entries()) {
    const what = `${path} line ${index + 1}`;
    const row = Members.in(what, line);
    const id = row.at('context').text('replay_bundle_id');
    const known = due.get(id);
    if (known === undefined || seen.has(id)) throw new Broken(what, 'is not a forecast of the log, or one twice');
    seen.add(id);
    insistRowThen(row, known, history);
  }
  insist(
    lines.length === count,
    DATASET_DAYS_PATH,
    `${date}: n_records is ${count}, and the file has ${lines.length} rows`,
  );
  for (const id of seen) sealed.add(id);
  insist(
    // A row is removed when its market turns out to have no price.
    sealed.size >= total,
    DATASET_DAYS_PATH,
    `${date}: n_total is ${total}, and the days up to it have only ${sealed.size} rows`,
  );
  for (const [id, { bundle }] of due) {
    const decided = history.settlements.get(marketOfBundle(bundle))?.[0]?.record.made_at ?? '';
    const graded = millisOf(decided) < sealedAt - GRADED_WITHIN_MS;
    insist(!graded || sealed.has(id), path, `and the days before have no row for ${id}, which was decided by then`);
  }
};

/** Checks a row's forecast and question against the log, and that its outcome was valid then or earlier. */
const insistRowThen = (row: Members, { record, bundle }: DueRow, history: History): void => {
  row.equal('sample_id', record.sample_id, 'which follows from the log');
  for (const group of ['question', 'prediction', 'context'] as const) {
    const given = row.at(group);
    const due = record[group] as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(given.object)) {
      const unsaid = bundle.members.object['schema_version'] === '1.0.0' || !(name in due);
      given.insist(
        unsaid || sameJson(value, due[name]),
        `${name} is ${shortly(value)}, and the log says ${shortly(due[name])}`,
      );
    }
  }
  const resolution = row.at('resolution');
  const held = (history.settlements.get(marketOfBundle(bundle)) ?? [])
    .filter(({ members }) => members.object['settlement_yes_price'] !== null)
    .map(({ members }) => rowOf(bundle, members).resolution as Readonly<Record<string, unknown>>)
    .some((due) =>
      Object.entries(resolution.object).every(([name, value]) => !(name in due) || sameJson(value, due[name])),
    );
  resolution.insist(held, 'is not a settlement that the log has of this market');
  if (row.object['anchor'] !== null) quotedCopy(row, { record, bundle });
};
