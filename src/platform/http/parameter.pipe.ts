import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { badParameter, ProblemException, type FieldError } from './problem';
import { repeatableNames } from './query-parameter';

type Dto = new () => object;

const PATH_WORD_LENGTH_MAX = 200;

/** Validates parameters against their DTO, all errors at once. Nothing is coerced, trimmed or ignored. */
@Injectable()
export class ParameterPipe implements PipeTransform {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom' || type === 'body') return value;
    if (type === 'param' && typeof value === 'string') return checkWord(data ?? 'path', value);
    if (type === 'query' && data !== undefined) return checkSingle(data, value);
    if (!isDto(metatype) || typeof value !== 'object' || value === null) return value;
    return readDto(metatype, value as Readonly<Record<string, unknown>>);
  }
}

/** Parameter names of a DTO class, including inherited ones. */
export const parameterNames = (dto: Dto): ReadonlySet<string> =>
  new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(dto, '', false, false)
      .map((rule) => rule.propertyName),
  );

export const unknownParameter = (name: string, known: Iterable<string>): FieldError => {
  const names = [...known].sort();
  return {
    field: name.slice(0, 100),
    message:
      names.length === 0
        ? 'is not known: this address takes no parameters'
        : `is not known: the parameters here are ${names.join(', ')}`,
  };
};

const readDto = (dto: Dto, given: Readonly<Record<string, unknown>>): object => {
  const known = parameterNames(dto);
  const repeatable = repeatableNames(dto);
  const errors: FieldError[] = [];
  const usable: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const error = known.has(name) ? shapeError(name, value, repeatable.has(name)) : unknownParameter(name, known);
    if (error === null) usable[name] = value;
    else errors.push(error);
  }
  const instance = plainToInstance(dto, usable);
  const named = new Set(errors.map((error) => error.field));
  const broken = validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false });
  errors.push(...broken.filter((rule) => !named.has(rule.property)).map(ruleError));
  if (errors.length > 0) throw problemOf(errors);
  return instance;
};

/** Errors independent of the meaning: given twice, or containing NUL. */
const shapeError = (field: string, value: unknown, mayRepeat: boolean): FieldError | null => {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > 1 && !mayRepeat) return { field, message: 'may be given once only' };
  const hasNul = values.some((one) => typeof one === 'string' && one.includes('\0'));
  return hasNul ? { field, message: 'must not contain a NUL character' } : null;
};

const ruleError = ({ property, constraints }: ValidationError): FieldError => ({
  field: property,
  message: Object.values(constraints ?? {})[0] ?? 'is not valid',
});

const problemOf = (errors: readonly FieldError[]): ProblemException =>
  new ProblemException('bad-parameter', {
    detail: errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
    errors,
  });

/** A path parameter: any text without NUL; its handler decides whether it exists. */
const checkWord = (field: string, word: string): string => {
  if (word.includes('\0')) throw badParameter(field, 'must not contain a NUL character');
  if (word.length > PATH_WORD_LENGTH_MAX)
    throw badParameter(field, `must have at most ${PATH_WORD_LENGTH_MAX} characters`);
  return word;
};

const checkSingle = (field: string, value: unknown): unknown => {
  const error = value === undefined ? null : shapeError(field, value, false);
  if (error !== null) throw problemOf([error]);
  return value;
};

const isDto = (metatype: unknown): metatype is Dto =>
  typeof metatype === 'function' && ![String, Number, Boolean, Object, Array].includes(metatype as never);
