import type { Environment } from './environment';

/**
 * Address under which readers reach this deployment, without a closing slash: `PUBLIC_URL`, else the
 * address listened on. Links never repeat the `Host` header, which the caller writes.
 */
export const publicUrl = (environment: Pick<Environment, 'publicUrl' | 'host' | 'port'>): string =>
  environment.publicUrl?.replace(/(?<!\/)\/+$/, '') ?? pagesNearby(environment);

/** Address of this deployment for who works on its machine, whatever its public one. */
export const pagesNearby = (environment: Pick<Environment, 'host' | 'port'>): string => {
  const any = environment.host === '0.0.0.0' || environment.host === '::';
  const host = any ? 'localhost' : environment.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${environment.port}`;
};
