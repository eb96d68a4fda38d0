import type { SeedDefect } from '../resolver/knowledge/seed-defect';
import type { LocatedElement } from './located-json';

/** Values that must be unique in the seed: a duplicate's message has the place of the first. */
export class Claims {
  private readonly first = new Map<string, string>();

  constructor(private readonly field: string) {}

  claim(value: string | null, element: SeedElement, field = this.field): void {
    if (value === null || value === '') return;
    const before = this.first.get(value);
    if (before === undefined) this.first.set(value, element.place(field));
    else element.demand(false, field, `"${value}" is already at ${before}`);
  }
}

/** Reads an element of a seed file; records defects with file and line, so that one pass finds all errors. */
export class SeedElement {
  private readonly members: Readonly<Record<string, unknown>>;
  /** Not an object: reported once, without its members. */
  private readonly broken: boolean;

  constructor(
    private readonly file: string,
    private readonly located: LocatedElement,
    private readonly defects: SeedDefect[],
    /** Prefix of member names in nested objects: `capital.`. */
    private readonly prefix = '',
  ) {
    const { value } = located;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.members = isObject ? (value as Record<string, unknown>) : {};
    if (!isObject) this.note(located.line, `${prefix.slice(0, -1) || 'an element'} must be an object`);
    this.broken = !isObject;
    for (const name of located.repeated) this.demand(false, name, 'occurs twice');
  }

  place(field: string): string {
    return `${this.file}:${this.lineOf(field)}`;
  }

  demand(holds: boolean, field: string, message: string): void {
    if (!holds && !this.broken) this.note(this.lineOf(field), `${this.prefix}${field} ${message}`);
  }

  only(fields: readonly string[]): void {
    for (const field of Object.keys(this.members))
      this.demand(fields.includes(field), field, 'is not a field of this kind of element');
  }

  /** Text: not empty, no surrounding or doubled blanks. */
  text(field: string): string {
    const value = this.members[field];
    const isText = typeof value === 'string' && /^\S+( \S+)*$/.test(value);
    this.demand(isText, field, 'must be words, without surplus white space');
    return isText ? value : '';
  }

  optionalText(field: string): string | null {
    const value = this.members[field];
    return value === undefined || value === null ? null : this.text(field);
  }

  slug(field: string): string {
    return this.matching(field, /^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower case with hyphens', true) ?? '';
  }

  matching(field: string, pattern: RegExp, expected: string, required: boolean): string | null {
    const value = this.members[field];
    if (!required && (value === undefined || value === null)) return null;
    const matches = typeof value === 'string' && pattern.test(value);
    this.demand(matches, field, `must be ${expected}`);
    return matches ? value : null;
  }

  number(field: string, least: number, most: number): number {
    const value = this.members[field];
    const fits = typeof value === 'number' && value >= least && value <= most;
    this.demand(fits, field, `must be a number from ${least} to ${most}`);
    return fits ? value : 0;
  }

  optionalFlag(field: string): boolean | null {
    const value = this.members[field];
    const fits = value === undefined || typeof value === 'boolean';
    this.demand(fits, field, 'must be true or false');
    return typeof value === 'boolean' ? value : null;
  }

  optionalNumber(field: string, least: number, most: number): number | null {
    return this.members[field] === undefined ? null : this.number(field, least, most);
  }

  /** A nested object; its lines are those of the member that contains it. */
  member(field: string): SeedElement {
    const line = this.lineOf(field);
    const located = { value: this.members[field], line, memberLines: new Map(), repeated: [] };
    return new SeedElement(this.file, located, this.defects, `${this.prefix}${field}.`);
  }

  private lineOf(field: string): number {
    return this.located.memberLines.get(field) ?? this.located.line;
  }

  private note(line: number, message: string): void {
    const { file, defects } = this;
    const known = defects.some((one) => one.line === line && one.file === file && one.message === message);
    if (!known) defects.push({ file, line, message });
  }
}
