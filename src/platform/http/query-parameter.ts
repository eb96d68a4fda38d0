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
export const IntegerParameter = (options: Described & Bounds): PropertyDecorator => {
  const message = `must be a whole number from ${options.minimum} to ${options.maximum}`;
  return applyDecorators(
    document(options, { type: 'integer', ...bounds(options) }),
    Transform(({ value }: { value: unknown }) => read(value, /^\d{1,6}$/, Number)),
    IsInt({ message }),
    Min(options.minimum, { message }),
    Max(options.maximum, { message }),
  );
};

/** A plain decimal number such as `0.4`. */
export const DecimalParameter = (options: Described & Bounds): PropertyDecorator => {
  const message = `must be a number from ${options.minimum} to ${options.maximum}`;
  return applyDecorators(
    document(options, { type: 'number', ...bounds(options) }),
    Transform(({ value }: { value: unknown }) => read(value, /^-?\d{1,6}(\.\d{1,12})?$/, Number)),
    IsNumber({}, { message }),
    Min(options.minimum, { message }),
    Max(options.maximum, { message }),
  );
};

/** One of a closed list. */
export const EnumParameter = (
  values: readonly string[],
  options: Described & { readonly default?: string },
): PropertyDecorator =>
  applyDecorators(
    document(options, { enum: [...values], ...(options.default === undefined ? {} : { default: options.default }) }),
    IsIn(values, { message: `must be one of ${values.join(', ')}` }),
  );

/** Free text of at most `maxLength` characters (200 by default). */
export const TextParameter = (options: Described & TextRules): PropertyDecorator => {
  const { minLength = 1, maxLength = 200, pattern } = options;
  const message = options.expected ?? `must be text of ${minLength} to ${maxLength} characters`;
  return applyDecorators(
    document(options, {
      type: 'string',
      minLength,
      maxLength,
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
    }),
    IsString({ message }),
    Length(minLength, maxLength, { message }),
    ...(pattern === undefined ? [] : [Matches(pattern, { message })]),
  );
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
  const { minLength = 1, maxLength = 200, pattern, countMax } = options;
  const message = options.expected ?? `must be text of ${minLength} to ${maxLength} characters`;
  const each = { each: true, message } as const;
  return applyDecorators(
    document(options, {
      type: 'array',
      items: { type: 'string', minLength, maxLength, ...(pattern === undefined ? {} : { pattern: pattern.source }) },
      maxItems: countMax,
    }),
    markRepeatable,
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value)),
    IsArray({ message }),
    ArrayMaxSize(countMax, { message: `may be given at most ${countMax} times` }),
    IsString(each),
    Length(minLength, maxLength, each),
    ...(pattern === undefined ? [] : [Matches(pattern, each)]),
  );
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

const bounds = (options: Bounds): object => ({
  minimum: options.minimum,
  maximum: options.maximum,
  ...(options.default === undefined ? {} : { default: options.default }),
});

/** Converts a text of this format; anything else is left for validation. */
const read = (value: unknown, form: RegExp, convert: (text: string) => unknown): unknown =>
  typeof value === 'string' && form.test(value) ? convert(value) : value;
