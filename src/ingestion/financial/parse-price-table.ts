/**
 * Parses price tables as text: the daily files of Yahoo and yfinance (columns in any order, rows of `null`), of Stooq
 * (no volume, or its one-line quote with symbol and time), and yfinance's newer files with a three-line header. Columns
 * are found by name.
 *
 * A date without time is midnight UTC. `11/1/2002` is month first, unless a row of the file can only be day first.
 */
import {
  decodeUtf8,
  microsOf,
  millisOfMicros,
  numberOf,
  textOf,
  UnreadableError,
} from '../../platform/common/foreign-json';
import type { PricePoint } from './price-point';

const ROWS_MAX = 200_000;

/** @throws UnreadableError when the text is not such a table */
export const parsePriceTable = (bytes: Uint8Array, symbol: string | null): readonly PricePoint[] => {
  const rows = decodeUtf8(bytes)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => cellsOf(line));
  const table = tableOf(rows);
  if (rows.length > ROWS_MAX) throw new UnreadableError('The table has too many rows');
  const dayFirst = table.rows.some((row) => /^(1[3-9]|[23]\d)[/.]/.test(cell(table, row, 'date') ?? ''));
  const points = table.rows.flatMap((row) => pointOf(table, row, dayFirst, symbol));
  if (points.length === 0 && table.rows.length > 0) {
    throw new UnreadableError('No row of this table has a date');
  }
  return points;
};

interface Table {
  /** Name in lower case → position. */
  readonly columns: ReadonlyMap<string, number>;
  readonly rows: readonly (readonly string[])[];
  /** Symbol of all rows, from the header. */
  readonly symbol: string | null;
}

/** Other names of columns; the Polish ones are Stooq's, whose bulk files write `<DATE>`. */
const COLUMN_ALIASES: Readonly<Record<string, string>> = {
  datetime: 'date',
  timestamp: 'date',
  day: 'date',
  data: 'date',
  otwarcie: 'open',
  najwyzszy: 'high',
  najnizszy: 'low',
  zamkniecie: 'close',
  wolumen: 'volume',
  last: 'close',
  value: 'close',
  vol: 'volume',
  ticker: 'symbol',
};

const tableOf = (rows: readonly (readonly string[])[]): Table => {
  const header = (rows[0] ?? []).map((name) => name.toLowerCase());
  // yfinance since 2024: "Price,Close,…", then "Ticker,CL=F,…", then "Date,,…".
  const stacked = header[0] === 'price' && rows[2]?.[0]?.toLowerCase() === 'date';
  const names = stacked ? ['date', ...header.slice(1)] : header.map((name) => name || 'date');
  const columns = new Map(names.map((name, index) => [aliasOf(name), index] as const).toReversed());
  if (!columns.has('date') || !(columns.has('close') || columns.has('price'))) {
    throw new UnreadableError('No quotes in this document: neither JSON nor a table with date and close');
  }
  return { columns, rows: rows.slice(stacked ? 3 : 1), symbol: stacked ? textOf(rows[1]?.[1]) : null };
};

const aliasOf = (name: string): string => {
  const plain = name.replace(/^<(.*)>$/, '$1');
  return COLUMN_ALIASES[plain] ?? plain;
};

const cellsOf = (line: string): readonly string[] => {
  const separator = line.includes(',') ? ',' : line.includes(';') ? ';' : '\t';
  return line.split(separator).map((each) => each.trim().replace(/^"(.*)"$/, '$1'));
};

const cell = (table: Table, row: readonly string[], name: string): string | null => {
  const index = table.columns.get(name);
  return index === undefined ? null : textOf(row[index]);
};

const pointOf = (
  table: Table,
  row: readonly string[],
  dayFirst: boolean,
  symbol: string | null,
): readonly PricePoint[] => {
  const number = (name: string) => numberOf(cell(table, row, name));
  const at = instantOf(cell(table, row, 'date'), cell(table, row, 'time'), dayFirst);
  if (at === null) return [];
  return [
    {
      symbol: cell(table, row, 'symbol') ?? table.symbol ?? symbol,
      currency: cell(table, row, 'currency'),
      at,
      price: number('close') ?? number('price'),
      open: number('open'),
      high: number('high'),
      low: number('low'),
      volume: number('volume'),
    },
  ];
};

const SLASHED = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/;

/** `20260102` and `215958` of bulk files, with separators. */
const separated = (text: string, pattern: RegExp, separator: string): string =>
  text.match(pattern)?.slice(1).join(separator) ?? text;

const instantOf = (written: string | null, time: string | null, dayFirst: boolean): number | null => {
  if (written === null) return null;
  const date = separated(written, /^(\d{4})(\d{2})(\d{2})$/, '-');
  const match = SLASHED.exec(date);
  const [first = '', second = ''] = match === null ? [] : [match[1], match[2]];
  const day = match === null ? date : isoDay(match[3] ?? '', dayFirst ? second : first, dayFirst ? first : second);
  const hour = separated(time ?? '', /^(\d{2})(\d{2})(\d{2})$/, ':');
  const clock = /^\d{2}:\d{2}(:\d{2})?$/.test(hour) ? ` ${hour}` : '';
  return millisOfMicros(microsOf(`${day}${clock}`));
};

const isoDay = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
