/** No room, no quota, mounted for reading only, or a device that fails. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
/** The right to write was taken away. Sockets fail with these codes too, and name no path. */
const DENIED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM']);

/** Whether a failure means that the disk takes no writes now, and not that what was written was wrong. */
export const isDiskFailure = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // What a folder that is made with its parents says on a disk mounted for reading only, in Node.
  const isNowhere = code === 'ENOENT' && syscall === 'mkdir';
  return CODES.has(code) || isNowhere || (DENIED.has(code) && path !== undefined);
};
