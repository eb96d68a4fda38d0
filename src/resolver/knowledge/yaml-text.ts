import { YAMLException, load } from 'js-yaml';
import type { SeedDefect, SeedText } from './seed-defect';

export interface YamlText {
  readonly source: SeedText;
  readonly value: unknown;
  readonly memberLines: ReadonlyMap<string, number>;
}

const MEMBER = /^(?:"([^"]+)"|([\w-]+)):/;

/** Reads a YAML file; a parse error is a defect at its line. */
export const readYaml = (source: SeedText, defects: SeedDefect[]): YamlText | null => {
  try {
    const value: unknown = load(source.text);
    const memberLines = new Map<string, number>();
    source.text.split('\n').forEach((line, index) => {
      const [, quoted, plain] = MEMBER.exec(line) ?? [];
      const name = quoted ?? plain;
      if (name !== undefined && !memberLines.has(name)) memberLines.set(name, index + 1);
    });
    return { source, value, memberLines };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = (error.mark?.line ?? 0) + 1;
    defects.push({ file: source.file, line, message: `is not YAML: ${error.reason}` });
    return null;
  }
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

/** First line from `from` on that contains a text, from 1; `from` when none does. */
export const lineOf = ({ text }: SeedText, needle: string, from = 1): number => {
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => index >= from - 1 && line.includes(needle));
  return at === -1 ? from : at + 1;
};
