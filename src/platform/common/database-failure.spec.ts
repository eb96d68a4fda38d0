import { databaseFailure } from './database-failure';

const failure = (code: string, name = 'Neo4jError'): Error =>
  Object.assign(new Error('bolt://10.0.0.9:7687 refused'), { code, name });

describe('databaseFailure', () => {
  it.each([
    ['ServiceUnavailable', /reached/],
    ['SessionExpired', /reached/],
    ['ProtocolError', /reached/],
    ['Neo.ClientError.Transaction.TransactionTimedOut', /longer/],
    ['Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration', /longer/],
    ['Neo.TransientError.Transaction.DeadlockDetected', /busy/],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', /busy/],
    ['Neo.ClientError.Security.Unauthorized', /reached/],
    ['N/A', /busy/],
  ])('classifies %s, without addresses', (code, words) => {
    const sentence = databaseFailure(failure(code));

    expect(sentence).toMatch(words);
    expect(sentence).not.toContain('10.0.0.9');
  });

  it('looks through wrapped errors', () => {
    const wrapped = new Error('reading entities', { cause: failure('ServiceUnavailable') });

    expect(databaseFailure(wrapped)).toMatch(/reached/);
  });

  it.each([
    ['a wrong query', failure('Neo.ClientError.Statement.SyntaxError')],
    ['a broken constraint', failure('Neo.ClientError.Schema.ConstraintValidationFailed')],
    ['an error of Node', failure('ENOENT', 'Error')],
    ['no error', 'ServiceUnavailable'],
  ])('is null for %s', (_name, error) => {
    expect(databaseFailure(error)).toBeNull();
  });
});
