/** No room, no quota, mounted for reading only, or a device that fails. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** Whether a failure means that the disk takes no writes now, and not that what was written was wrong. */
export const isDiskFailure = (error: unknown): boolean =>
  error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code);
