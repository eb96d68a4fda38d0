import type { SchemaElement, Writer } from 'hyparquet-writer';
import { cellText, columnName } from './csv';
import { fieldValue, recordColumns, type RecordField } from './record-fields';

/** Rows of one row group: what is held in memory at a time. */
export const ROW_GROUP_ROWS = 2_000;

/**
 * Parquet of the dataset, group by group: the columns of the CSV with their types. Texts are UTF-8,
 * numbers doubles, counts 32-bit integers; lists and histograms are JSON text.
 *
 * @param groups records, {@link ROW_GROUP_ROWS} or fewer at a time
 * @param columns those of the records' schema
 */
export async function* parquetOf(
  groups: AsyncIterable<readonly object[]>,
  columns: readonly RecordField[] = recordColumns(),
): AsyncGenerator<Buffer> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  // Row groups are handed on as they are complete, and the writer goes on with an empty buffer.
  const bytes = new ByteWriter() as Writer & { index: number };
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    createdBy: 'vedette',
  });
  const taken = (): Buffer => {
    const chunk = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return chunk;
  };
  for await (const records of groups) {
    if (records.length === 0) continue;
    await parquet.write({
      columnData: columns.map((column) => ({
        name: columnName(column),
        data: records.map((record) => cellOf(column, record)),
      })),
      rowGroupSize: ROW_GROUP_ROWS,
    });
    yield taken();
  }
  await parquet.finish();
  yield taken();
}

const schemaOf = (columns: readonly RecordField[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map((column): SchemaElement => {
    const name = columnName(column);
    const repetition_type = column.nullable || column.segments[0] === 'anchor' ? 'OPTIONAL' : 'REQUIRED';
    const type = typeOf(column);
    if (type === 'number') return { name, type: 'DOUBLE', repetition_type };
    if (type === 'integer') return { name, type: 'INT32', repetition_type };
    return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type };
  }),
];

const typeOf = ({ node }: RecordField): string => [node.type ?? []].flat().find((type) => type !== 'null') ?? 'string';

const cellOf = (column: RecordField, record: object): string | number | null => {
  const value = fieldValue(record, column);
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : cellText(value);
};
