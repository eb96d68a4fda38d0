import type { SchemaElement, Writer } from 'hyparquet-writer';
import { parseMicros } from '../platform/common/utc-time';
import { cellText, columnName } from './csv';
import { fieldValue, recordColumns, type RecordField } from './record-fields';
import type { SchemaNode } from './record-schema';

/** Rows per row group, which is held in memory. */
export const ROW_GROUP_ROWS = 1_000;

/**
 * Parquet of the dataset by row group: the CSV's columns with types. Texts are UTF-8, numbers doubles, counts 32-bit
 * integers, times UTC timestamps in microseconds, days dates, lists lists, histograms maps.
 *
 * @param groups records, at most {@link ROW_GROUP_ROWS} at a time
 * @param columns those of the records' schema
 */
export async function* parquetOf(
  groups: AsyncIterable<readonly object[]>,
  columns: readonly RecordField[] = recordColumns(),
): AsyncGenerator<Buffer> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  // Completed row groups are passed on, and the writer continues with an empty buffer.
  const bytes = new ByteWriter() as Writer & { index: number };
  const parquet = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'vedette' });
  const taken = (): Buffer => {
    const chunk = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return chunk;
  };
  for await (const records of groups) {
    if (records.length === 0) continue;
    await parquet.write({
      columnData: columns.map((column) => {
        const { cell } = formOf(column.node);
        const cellOf = (value: unknown): unknown => (value === null || value === undefined ? null : cell(value));
        return { name: columnName(column), data: records.map((record) => cellOf(fieldValue(record, column))) };
      }),
      rowGroupSize: ROW_GROUP_ROWS,
    });
    yield taken();
  }
  await parquet.finish();
  yield taken();
}

/** Encoding of a field type: its schema elements (name and repetition are added) and the conversion of a value. */
interface Form {
  readonly head: Omit<SchemaElement, 'name' | 'repetition_type'>;
  readonly below?: readonly SchemaElement[];
  readonly cell: (value: unknown) => unknown;
}

const TEXT: Form = { head: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, cell: (value) => cellText(value) };
const NUMBER: Form = { head: { type: 'DOUBLE' }, cell: (value) => value };
const COUNT: Form = { head: { type: 'INT32' }, cell: (value) => value };
const FLAG: Form = { head: { type: 'BOOLEAN' }, cell: (value) => value };
const DAY: Form = {
  head: { type: 'INT32', converted_type: 'DATE' },
  cell: (value) => new Date(`${String(value)}T00:00:00Z`),
};
const INSTANT: Form = {
  head: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  cell: (value) => BigInt(parseMicros(String(value)) ?? 0),
};

const listOf = (item: Form): Form => ({
  head: { converted_type: 'LIST', logical_type: { type: 'LIST' }, num_children: 1 },
  below: [
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', ...item.head },
  ],
  cell: (value) => (value as unknown[]).map(item.cell),
});

const HISTOGRAM: Form = {
  head: { converted_type: 'MAP', logical_type: { type: 'MAP' }, num_children: 1 },
  below: [
    { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
    { name: 'key', repetition_type: 'REQUIRED', ...TEXT.head },
    { name: 'value', repetition_type: 'REQUIRED', ...COUNT.head },
  ],
  cell: (value) => Object.entries(value as Record<string, number>).map(([key, count]) => ({ key, value: count })),
};

const formOf = ({ type, format, items }: SchemaNode): Form => {
  if (format === 'date-time') return INSTANT;
  if (format === 'date') return DAY;
  switch ([type ?? []].flat().find((each) => each !== 'null')) {
    case 'number':
      return NUMBER;
    case 'integer':
      return COUNT;
    case 'boolean':
      return FLAG;
    case 'array':
      return listOf(formOf(items ?? {}));
    case 'object':
      return HISTOGRAM;
    default:
      return TEXT;
  }
};

const schemaOf = (columns: readonly RecordField[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.flatMap((column): SchemaElement[] => {
    const { head, below = [] } = formOf(column.node);
    const repetition_type = column.nullable || column.segments[0] === 'anchor' ? 'OPTIONAL' : 'REQUIRED';
    return [{ name: columnName(column), repetition_type, ...head }, ...below];
  }),
];
