import { Injectable, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../platform/http/problem';
import { parameterNames, unknownParameter } from '../platform/http/parameter.pipe';

interface KnownQuery {
  readonly whole: boolean;
  readonly names: ReadonlySet<string>;
}

/** Rejects unknown query parameters of API handlers without a DTO; pages ignore them (tracking links). */
@Injectable()
export class UnknownParameterGuard implements CanActivate {
  private readonly known = new WeakMap<object, KnownQuery>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!/^\/(v1|api)(\/|$)/.test(request.routeOptions.url ?? '')) return true;
    const given = Object.keys(request.query as object);
    if (given.length === 0) return true;
    const { whole, names } = this.knownOf(context.getClass(), context.getHandler());
    const unknown = whole ? [] : given.filter((name) => !names.has(name));
    if (unknown.length === 0) return true;
    const errors = unknown.map((name) => unknownParameter(name, names));
    throw new ProblemException('bad-parameter', {
      detail: errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
      errors,
    });
  }

  private knownOf(controller: Type, handler: object & { name?: string }): KnownQuery {
    const cached = this.known.get(handler);
    if (cached !== undefined) return cached;
    const known = readKnownQuery(controller, handler.name ?? '');
    this.known.set(handler, known);
    return known;
  }
}

export const readKnownQuery = (controller: Type, method: string): KnownQuery => {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Readonly<
    Record<string, { readonly index: number; readonly data?: unknown }>
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ??
    []) as readonly unknown[];
  const names = new Set<string>();
  let whole = false;
  for (const [key, { index, data }] of Object.entries(declared)) {
    if (Number(key.split(':')[0]) !== (RouteParamtypes.QUERY as number)) continue;
    if (typeof data === 'string') names.add(data);
    else {
      whole = true;
      for (const name of parameterNames(types[index] as new () => object)) names.add(name);
    }
  }
  return { whole, names };
};
