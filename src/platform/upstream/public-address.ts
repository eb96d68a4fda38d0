import { VERSION } from '../common/code-version.provider';
import type { Environment } from '../config/environment';
import { isPublicLink } from './address-guard';

/** `PUBLIC_URL` if it is public; null if unset or on this machine or its own network. */
export const publicAddress = ({ publicUrl }: Pick<Environment, 'publicUrl'>): string | null =>
  publicUrl !== null && isPublicLink(publicUrl) ? publicUrl.replace(/(?<!\/)\/+$/, '') : null;

/**
 * The user agent, with a contact address of the operator. Some upstreams (Yahoo, USNI) reject agents that do not begin
 * with `Mozilla/5.0`, as every browser's does.
 */
export const userAgent = (environment: Pick<Environment, 'contact' | 'publicUrl'>): string => {
  const contact = environment.contact ?? publicAddress(environment);
  return `Mozilla/5.0 (compatible; Vedette/${VERSION}${contact === null ? '' : `; +${contact}`})`;
};
