/**
 * CSV of the dataset (RFC 4180, UTF-8, CRLF): one column for each field of the record, named by its
 * path with `_` for the dots; numbers in the very text of the canonical JSON; lists and histograms as
 * canonical JSON; null is an empty cell. Texts are verbatim: a reader that runs cells as formulas must
 * be told to read text.
 */
import { canonicalizeText } from '../platform/common/canonical-json';
import { fieldValue, recordColumns, type RecordField } from './record-fields';

/** `question.text` → `question_text`. */
export const columnName = ({ segments }: Pick<RecordField, 'segments'>): string => segments.join('_');

export const csvHeader = (columns: readonly RecordField[] = recordColumns()): string => csvRow(columns.map(columnName));

/** @param columns of {@link recordColumns}, taken once for many records */
export const csvLine = (record: unknown, columns: readonly RecordField[] = recordColumns()): string =>
  csvRow(columns.map((column) => cellText(fieldValue(record, column))));

/** A value as text: the JSON token of a number, JSON of what has members. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : canonicalizeText(JSON.stringify(value));
};

/**
 * A cell for a reader who opens the file in a spreadsheet: a text that it would run as a formula becomes text, also in
 * full width, and where a spreadsheet of another language ends a cell at a semicolon.
 */
export const spreadsheetCell = (value: string | number): string =>
  typeof value === 'string' ? value.replace(/(^|;)(?=[=+\-@\t\r＝＋－＠])/g, "$1'") : String(value);

/** One row. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
