import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

const field = (options: ApiPropertyOptions) => (): PropertyDecorator => ApiProperty(options);

/** RFC 3339 in UTC, to the microsecond. */
export const Instant = field({ type: String, format: 'date-time' });

/** UTC day, YYYY-MM-DD. */
export const Day = field({ type: String, format: 'date' });

export const Uri = field({ type: String, format: 'uri' });

export const Integer = field({ type: 'integer' });

export const UnitInterval = field({ type: Number, minimum: 0, maximum: 1 });

export const NotNegative = field({ type: Number, minimum: 0 });

/** Lower and upper bound. */
export const Pair = field({ type: [Number], minItems: 2, maxItems: 2 });

/** 64 lower-case hex digits. */
export const Sha256 = field({ type: String, pattern: '^[0-9a-f]{64}$' });

/** If the type does not list the values. */
export const OneOf = <T extends string | number>(values: readonly T[]): PropertyDecorator =>
  ApiProperty({ type: typeof values[0] === 'number' ? Number : String, enum: [...values] });
