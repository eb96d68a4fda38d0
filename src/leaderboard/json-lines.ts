/** Reads JSON Lines that anyone may have written: each line as a row, or with its fault. Pure. */

export interface LineFault {
  /** From 1. */
  readonly line: number;
  readonly fault: string;
}

/** Blank lines are skipped. @param rowOf the row of a line's value, or its fault */
export const readJsonLines = <Row extends object>(
  text: string,
  rowOf: (value: unknown, line: number) => Row | string,
  lengthMax = Infinity,
) => {
  const rows: Row[] = [];
  const faults: LineFault[] = [];
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    if (content.trim() === '') continue;
    const line = index + 1;
    const read = readLine(content, (value) => rowOf(value, line), lengthMax);
    if (typeof read === 'string') faults.push({ line, fault: read });
    else rows.push(read);
  }
  return { rows, faults };
};

const readLine = <Row>(content: string, rowOf: (value: unknown) => Row | string, lengthMax: number): Row | string => {
  if (content.length > lengthMax) return `is longer than ${lengthMax} characters`;
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return 'is not JSON';
  }
  return rowOf(value);
};
