/** No space, no quota, read-only mount, or device failure. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
/** No write permission. Sockets fail with these codes too, but without a path. */
const DENIED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM']);

/** Whether an error means that the disk cannot be written now. */
export const isDiskFailure = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // Node's error for a recursive mkdir on a read-only disk.
  const isNowhere = code === 'ENOENT' && syscall === 'mkdir';
  return CODES.has(code) || isNowhere || (DENIED.has(code) && path !== undefined);
};
