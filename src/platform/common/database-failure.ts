/** Whether the database is unavailable (the caller may retry) or a query is wrong (a bug), by the driver's codes. */

const AWAY = 'The database cannot be reached right now.';
const BUSY = 'The database is too busy to answer right now.';
const SLOW = 'The question took longer than one request may.';

export const databaseFailure = (error: unknown): string | null => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    const sentence = sentenceOf(cause);
    if (sentence !== null) return sentence;
    cause = cause.cause;
  }
  return null;
};

/** Whether a connection broke while the driver logged in on it or reset it: the driver has a separate code for that. */
export const isBrokenLogin = (error: unknown): boolean => (error as { code?: unknown }).code === 'ProtocolError';

const sentenceOf = (error: Error): string | null => {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return null;
  if (code === 'ServiceUnavailable' || code === 'SessionExpired' || isBrokenLogin(error)) return AWAY;
  if (/^Neo\.(ClientError|TransientError)\.Transaction\.(TransactionTimedOut|LockClientStopped|Terminated)/.test(code))
    return SLOW;
  if (code.startsWith('Neo.TransientError.') || code.startsWith('Neo.DatabaseError.')) return BUSY;
  if (code.startsWith('Neo.ClientError.Security.') || code.startsWith('Neo.ClientError.Cluster.')) return AWAY;
  // Errors of the driver itself, such as an exhausted pool, have no server code.
  return error.name === 'Neo4jError' && !code.startsWith('Neo.') ? BUSY : null;
};
