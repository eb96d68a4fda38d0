import { withoutNullable } from './serve-openapi';

describe('withoutNullable', () => {
  it.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { allOf: [{ $ref: '#/a' }], nullable: true, description: 'x' },
      { anyOf: [{ $ref: '#/a' }, { type: 'null' }], description: 'x' },
    ],
    [{ type: 'object', allOf: [{ $ref: '#/a' }], nullable: true }, { anyOf: [{ $ref: '#/a' }, { type: 'null' }] }],
    [
      { allOf: [{ $ref: '#/a' }, { required: ['b'] }], nullable: true },
      { anyOf: [{ allOf: [{ $ref: '#/a' }, { required: ['b'] }] }, { type: 'null' }] },
    ],
    [{ $ref: '#/a', nullable: true }, { anyOf: [{ $ref: '#/a' }, { type: 'null' }] }],
    [{ oneOf: [{ type: 'string' }], nullable: true }, { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      { properties: { a: { type: 'array', items: { type: 'number', nullable: true } } } },
      { properties: { a: { type: 'array', items: { type: ['number', 'null'] } } } },
    ],
    [{ properties: { nullable: { type: 'string' } } }, { properties: { nullable: { type: 'string' } } }],
  ])('of %j is %j', (before, after) => {
    expect(withoutNullable(before)).toEqual(after);
  });
});
