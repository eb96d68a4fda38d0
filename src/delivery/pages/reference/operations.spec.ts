import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations';

const document = {
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths: {
    '/v1/things': {
      get: {
        tags: ['Sources'],
        summary: 'List things',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'Rows.',
            schema: { type: 'integer', minimum: 1, maximum: 500 },
            example: 5,
          },
          {
            name: 'kind',
            in: 'query',
            description: 'Kind.',
            schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          },
          { $ref: '#/components/parameters/Tag' },
        ],
        responses: {
          '200': {
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
              },
            },
          },
          '404': {},
        },
      },
    },
    '/v1/things/{id}.json': {
      get: { tags: ['Markets'], summary: 'One', responses: { '200': {} } },
    },
  },
  components: {
    parameters: { Tag: { name: 'If-None-Match', in: 'header' } },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Its id.' },
          at: { type: ['string', 'null'], format: 'date-time', description: 'When.' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
          owner: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
        },
      },
      Part: { type: 'object', properties: { size: { type: 'number', description: 'Size.' } } },
    },
  },
} as unknown as OpenAPIObject;

describe('the operations of the reference', () => {
  const [market, things] = operationsOf(document);

  it('are in the order in which a first caller needs them', () => {
    expect([market?.group, things?.group]).toEqual(['Markets', 'Sources']);
    expect([market?.slug, things?.slug]).toEqual(['v1-things-id-json', 'v1-things']);
  });

  it('name the list with the ids of a resource', () => {
    expect([market?.listedAt, things?.listedAt]).toEqual(['/v1/things', null]);
  });

  it('describe the values of a parameter, and omit headers', () => {
    expect(things?.parameters).toMatchObject([
      { name: 'limit', takes: 'whole number, 1 to 500', example: '5', choices: null },
      { name: 'kind', takes: 'text, may be repeated', choices: ['a', 'b'], repeatable: true },
    ]);
  });

  it('list members with their place in the answer', () => {
    expect(things?.members.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      '[].id: string',
      '[].at: instant or null',
      '[].parts: object list',
      '[].parts[].size: number',
      '[].owner: object or null',
      '[].owner.size: number',
    ]);
    expect(things?.errors).toEqual([404]);
  });
});
