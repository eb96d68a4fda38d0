/**
 * Query parameters of DTOs, one decorator each: validation and OpenAPI schema come from the same arguments. Parameters
 * occur once unless repeatable, contain no NUL, and are never coerced: invalid values are rejected with the field's
 * name.
 *
 *     class ListEventsQuery extends PagingQuery {
 *       @EnumParameter(SOURCE_TYPES, { description: 'Kind of evidence.', example: 'news' })
 *       source_type?: SourceType;
 *     }
 */
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  type ValidationOptions,
} from 'class-validator';
import { parseInstantMillis } from '../common/instant';

interface Described {
  /** One sentence for OpenAPI, with the unit if any. */
  readonly description: string;
  readonly example: string | number | boolean | readonly string[];
  readonly required?: boolean;
}

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  /** Default for OpenAPI; the class field has the value. */
  readonly default?: number;
}

interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** Expected format, for the message of a pattern: `must be …`. */
  readonly expected?: string;
}

/** Decimal digits only: no sign, space or exponent. */
export const IntegerParameter = (options: Described & Bounds): PropertyDecorator =>
  numberParameter(options, 'integer', 'a whole number', /^\d{1,6}$/, (rule) => IsInt(rule));

/** A plain decimal number such as `0.4`. */
export const DecimalParameter = (options: Described & Bounds): PropertyDecorator =>
  numberParameter(options, 'number', 'a number', /^-?\d{1,6}(\.\d{1,12})?$/, (rule) => IsNumber({}, rule));

const numberParameter = (
  options: Described & Bounds,
  type: 'integer' | 'number',
  expected: string,
  form: RegExp,
  isOfType: (rule: ValidationOptions) => PropertyDecorator,
): PropertyDecorator => {
  const { minimum, maximum } = options;
  const rule = { message: `must be ${expected} from ${minimum} to ${maximum}` };
  return applyDecorators(
    document(options, { type, minimum, maximum, ...defaultOf(options) }),
    Transform(({ value }: { value: unknown }) => read(value, form, Number)),
    isOfType(rule),
    Min(minimum, rule),
    Max(maximum, rule),
  );
};

export const EnumParameter = (
  values: readonly string[],
  options: Described & { readonly default?: string },
): PropertyDecorator =>
  applyDecorators(
    document(options, { enum: [...values], ...defaultOf(options) }),
    IsIn(values, { message: `must be one of ${values.join(', ')}` }),
  );

/** Free text of at most `maxLength` characters (200 by default). */
export const TextParameter = (options: Described & TextRules): PropertyDecorator => {
  const { schema, checks } = textOf(options, false);
  return applyDecorators(document(options, schema), ...checks);
};

/** `true` or `false`. */
export const FlagParameter = (options: Described): PropertyDecorator =>
  applyDecorators(
    document(options, { type: 'boolean' }),
    Transform(({ value }: { value: unknown }) => read(value, /^(true|false)$/, (text) => text === 'true')),
    IsBoolean({ message: 'must be true or false' }),
  );

/** An instant in RFC 3339 with zone, or a UTC date; the field has UTC milliseconds. */
export const InstantParameter = (options: Described): PropertyDecorator =>
  applyDecorators(
    document(options, { type: 'string', format: 'date-time' }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseInstantMillis(value) ?? value) : value,
    ),
    IsInt({ message: 'must be an instant such as 2026-05-07T12:00:00Z, or a date such as 2026-05-07' }),
  );

/** Repeatable text; the field is always an array. */
export const RepeatableParameter = (
  options: Described & TextRules & { readonly countMax: number },
): PropertyDecorator => {
  const { schema, checks, message } = textOf(options, true);
  const { countMax } = options;
  return applyDecorators(
    document(options, { type: 'array', items: schema, maxItems: countMax }),
    markRepeatable,
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value)),
    IsArray({ message }),
    ArrayMaxSize(countMax, { message: `may be given at most ${countMax} times` }),
    ...checks,
  );
};

const textOf = ({ minLength = 1, maxLength = 200, pattern, expected }: TextRules, each: boolean) => {
  const message = expected ?? `must be text of ${minLength} to ${maxLength} characters`;
  const rule = { each, message };
  return {
    message,
    schema: { type: 'string', minLength, maxLength, ...(pattern === undefined ? {} : { pattern: pattern.source }) },
    checks: [
      IsString(rule),
      Length(minLength, maxLength, rule),
      ...(pattern === undefined ? [] : [Matches(pattern, rule)]),
    ],
  };
};

const REPEATABLE = Symbol('repeatable query parameters');

const markRepeatable: PropertyDecorator = (prototype, property) => {
  const names = repeatableNames(prototype.constructor);
  Reflect.defineMetadata(REPEATABLE, new Set([...names, String(property)]), prototype.constructor);
};

export const repeatableNames = (dto: object): ReadonlySet<string> =>
  (Reflect.getMetadata(REPEATABLE, dto) as ReadonlySet<string> | undefined) ?? new Set();

const document = (options: Described, schema: object): PropertyDecorator => {
  const required = options.required ?? false;
  return applyDecorators(
    ApiProperty({ description: options.description, example: options.example, required, ...schema }),
    ...(required ? [] : [IsOptional()]),
  );
};

const defaultOf = ({ default: value }: { readonly default?: string | number }): object =>
  value === undefined ? {} : { default: value };

/** Converts a text of this format; anything else is left for validation. */
const read = (value: unknown, form: RegExp, convert: (text: string) => unknown): unknown =>
  typeof value === 'string' && form.test(value) ? convert(value) : value;
