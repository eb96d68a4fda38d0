import { problemDocument, PROBLEMS, PROBLEM_TYPES } from './problem';

describe('problemDocument', () => {
  it('has exactly the members of RFC 9457 and, where fields are wrong, which', () => {
    const errors = [{ field: 'limit', message: 'must be a whole number from 1 to 500' }];

    expect(
      problemDocument('bad-parameter', 'https://v.example', '/v1/x', {
        detail: 'limit: …',
        errors,
      }),
    ).toEqual({
      type: 'https://v.example/problems/bad-parameter',
      title: 'A parameter is not valid',
      status: 400,
      detail: 'limit: …',
      instance: '/v1/x',
      errors,
    });
  });

  it('explains the type when nothing more is known', () => {
    const { detail } = problemDocument('not-found', '', '/v1/x');

    expect(detail).toBe('The path is one that this service answers, and the identifier in it is unknown.');
  });

  it.each(PROBLEM_TYPES)('explains %s in whole sentences', (type) => {
    const { title, meaning, status } = PROBLEMS[type];

    expect(type).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/s);
    expect(status).toBeGreaterThanOrEqual(400);
  });
});
