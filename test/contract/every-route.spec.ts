/** Walks every route of the application by reflection: an undeclared part of a handler fails here. */
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import { readKnownQuery } from '../../src/server/unknown-parameter.guard';
import { describeApp, type DescribedApp } from '../support/described-app';

jest.setTimeout(60_000);

interface Route {
  readonly name: string;
  readonly path: string;
  readonly controller: Type;
  readonly method: string;
  readonly handler: object;
  /** Left out of OpenAPI on purpose: a page for people. */
  readonly page: boolean;
}

const joined = (...parts: unknown[]): string =>
  `/${parts
    .map((part) => String(part).replace(/^\/+|\/+$/g, ''))
    .filter(Boolean)
    .join('/')}`;

const routesOf = (described: DescribedApp): Route[] =>
  [...described.app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => {
      const controller = metatype as Type;
      const prototype = controller.prototype as Record<string, object>;
      const bases = [Reflect.getMetadata(PATH_METADATA, controller) as unknown].flat();
      return Object.getOwnPropertyNames(prototype).flatMap((method) => {
        const handler = prototype[method] as object;
        if (method === 'constructor' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
        const paths = [Reflect.getMetadata(PATH_METADATA, handler) as unknown].flat();
        const page =
          Reflect.hasMetadata('swagger/apiExcludeController', controller) ||
          Reflect.hasMetadata('swagger/apiExcludeEndpoint', handler);
        return bases.flatMap((base) =>
          paths.map((path) => ({
            name: `${controller.name}.${method}`,
            path: joined(base, path),
            controller,
            method,
            handler,
            page,
          })),
        );
      });
    });

/** Names of all faults, so that one run lists them. */
const failing = (routes: readonly Route[], rule: (route: Route) => boolean): string[] =>
  routes.filter((route) => !rule(route)).map((route) => `${route.name} ${route.path}`);

describe('every route', () => {
  let described: DescribedApp;
  let routes: Route[];
  let documented: Route[];

  beforeAll(async () => {
    described = await describeApp();
    routes = routesOf(described);
    documented = routes.filter((route) => !route.page);
  });
  afterAll(() => described.app.close());

  it('is found', () => {
    expect(routes.length).toBeGreaterThan(15);
  });

  it('only reads', () => {
    expect(
      failing(routes, ({ handler }) => Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET),
    ).toEqual([]);
  });

  it('has its own address', () => {
    const shapes = routes.map((route) => route.path.replace(/:\w+/g, ':'));

    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('is documented when it is under /v1 or /api', () => {
    expect(failing(routes, ({ path, page }) => !/^\/(v1|api)\//.test(path) || !page)).toEqual([]);
  });

  it('has a summary and a description in sentences', () => {
    const operation = ({ handler }: Route): { summary?: string; description?: string } =>
      (Reflect.getMetadata('swagger/apiOperation', handler) ?? {}) as object;

    expect(failing(documented, (route) => /^[A-Z].*[^.]$/s.test(operation(route).summary ?? ''))).toEqual([]);
    expect(failing(documented, (route) => /^[A-Z0-9].*\.$/s.test(operation(route).description ?? ''))).toEqual([]);
  });

  it('documents its answers', () => {
    const responses = ({ handler }: Route): Record<string, Record<string, unknown>> =>
      (Reflect.getMetadata('swagger/apiResponse', handler) ?? {}) as never;

    expect(
      failing(documented, (route) => {
        const good = responses(route)['200'];
        return good !== undefined && ['type', 'schema', 'content'].some((key) => good[key] !== undefined);
      }),
    ).toEqual([]);
  });

  it('declares every word of its path', () => {
    expect(
      failing(routes, ({ controller, method, path }) => {
        const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
          string,
          { data?: unknown }
        >;
        const names = Object.values(declared).map(({ data }) => data);
        return [...path.matchAll(/:(\w+)/g)].every(([, word]) => names.includes(word));
      }),
    ).toEqual([]);
  });

  it('takes its query through a class that checks it, on the API', () => {
    const api = routes.filter((route) => /^\/(v1|api)\//.test(route.path));

    expect(
      failing(api, ({ controller, method }) => {
        const { whole, names } = readKnownQuery(controller, method);
        return whole || names.size === 0;
      }),
    ).toEqual([]);
  });
});
