/**
 * Types of response fields. Their tags are members of the field's schema in the OpenAPI document, by `npm run metadata`.
 */
import { ApiProperty } from '@nestjs/swagger';

/** RFC 3339 in UTC, to the microsecond. @format date-time */
export type Instant = string;

/** UTC day, YYYY-MM-DD. @format date */
export type Day = string;

/** @format uri */
export type Uri = string;

/** 64 lower-case hex digits. @pattern ^[0-9a-f]{64}$ */
export type Sha256 = string;

/** @type integer */
export type Integer = number;

/**
 * @minimum 0
 * @maximum 1
 */
export type UnitInterval = number;

/** @minimum 0 */
export type NotNegative = number;

/**
 * Lower and upper bound.
 * @type number[]
 * @minItems 2
 * @maxItems 2
 */
export type Pair = readonly [number, number];

/** A decorator, if the type does not list the values. */
export const OneOf = <T extends string | number>(values: readonly T[]): PropertyDecorator =>
  ApiProperty({ type: typeof values[0] === 'number' ? Number : String, enum: [...values] });
