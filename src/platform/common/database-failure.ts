/**
 * Whether a failure means that the database is away or overloaded (the caller may try again) and not
 * that a question was wrong (a bug here). Read from the codes that the Neo4j driver documents, so that
 * no driver type is needed.
 */

const AWAY = 'The database cannot be reached right now.';
const BUSY = 'The database is too busy to answer right now.';
const SLOW = 'The question took longer than one request may.';

/** A sentence for the caller, or null when the failure is of another kind. */
export const databaseFailure = (error: unknown): string | null => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    const sentence = sentenceOf(cause);
    if (sentence !== null) return sentence;
    cause = cause.cause;
  }
  return null;
};

const sentenceOf = (error: Error): string | null => {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return null;
  if (code === 'ServiceUnavailable' || code === 'SessionExpired') return AWAY;
  if (/^Neo\.(ClientError|TransientError)\.Transaction\.(TransactionTimedOut|LockClientStopped|Terminated)/.test(code))
    return SLOW;
  if (code.startsWith('Neo.TransientError.') || code.startsWith('Neo.DatabaseError.')) return BUSY;
  if (code.startsWith('Neo.ClientError.Security.') || code.startsWith('Neo.ClientError.Cluster.')) return AWAY;
  // The driver's own failures, such as a pool with no free connection, carry no server code.
  return error.name === 'Neo4jError' && !code.startsWith('Neo.') && code !== 'ProtocolError' ? BUSY : null;
};
