import type { Environment } from './environment';

/** `PUBLIC_URL`, else the listening address; never the `Host` header, which callers control. No trailing slash. */
export const publicUrl = (environment: Pick<Environment, 'publicUrl' | 'host' | 'port'>): string =>
  environment.publicUrl?.replace(/(?<!\/)\/+$/, '') ?? pagesNearby(environment);

/** Local address of this deployment, regardless of its public one. */
export const pagesNearby = (environment: Pick<Environment, 'host' | 'port'>): string => {
  const any = environment.host === '0.0.0.0' || environment.host === '::';
  const host = any ? 'localhost' : environment.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${environment.port}`;
};
