/** What every page says of the deployment that serves it. Pure. */
import { publicUrl } from '../config/public-url';
import type { Environment } from '../config/environment';

export interface Site {
  /** Whether everything shown is invented. */
  readonly demo: boolean;
  /** Address under which readers reach it, without a closing slash. */
  readonly base: string;
  /** When the last tick began, UTC ms; null where a page does without the database, or before the first. */
  readonly updatedAt: number | null;
  /** When the next one is due, UTC ms; null where none is. */
  readonly nextAt: number | null;
}

/** What can be said without the database. */
export const standingSite = (
  environment: Pick<Environment, 'demo' | 'publicUrl' | 'host' | 'port'>,
): Site => ({
  demo: environment.demo,
  base: publicUrl(environment),
  updatedAt: null,
  nextAt: null,
});
