/**
 * CSV of the dataset (RFC 4180, UTF-8, CRLF): one column per field, named by its path with `_` for dots; numbers as in
 * the canonical JSON; lists and histograms as canonical JSON; null is an empty cell. Text is verbatim: spreadsheets
 * that evaluate formulas must import it as text.
 */
import { canonicalizeText } from '../platform/common/canonical-json';
import { fieldValue, recordColumns, type RecordField } from './record-fields';

/** `question.text` → `question_text`. */
export const columnName = ({ segments }: Pick<RecordField, 'segments'>): string => segments.join('_');

export const csvHeader = (columns: readonly RecordField[] = recordColumns()): string => csvRow(columns.map(columnName));

/** @param columns of {@link recordColumns}, computed once for many records */
export const csvLine = (record: unknown, columns: readonly RecordField[] = recordColumns()): string =>
  csvRow(columns.map((column) => cellText(fieldValue(record, column))));

/** A value as text: numbers as JSON tokens, structured values as JSON. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : canonicalizeText(JSON.stringify(value));
};

/**
 * A cell for spreadsheets: prefixes text that would be evaluated as a formula, including full-width characters and
 * parts after a semicolon, which is a separator in some locales.
 */
export const spreadsheetCell = (value: string | number): string =>
  typeof value === 'string' ? value.replace(/(^|;)(?=[=+\-@\t\r＝＋－＠])/g, "$1'") : String(value);

export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
