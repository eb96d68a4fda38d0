import { VERSION } from '../common/code-version.provider';
import type { Environment } from '../config/environment';
import { isPublicLink } from './address-guard';

/** `PUBLIC_URL` if it is public; null if unset or on this machine or its own network. */
export const publicAddress = ({ publicUrl }: Pick<Environment, 'publicUrl'>): string | null =>
  publicUrl !== null && isPublicLink(publicUrl) ? publicUrl.replace(/(?<!\/)\/+$/, '') : null;

/** With a contact address. Some upstreams reject agents that do not begin like a browser's, with `Mozilla/5.0`. */
export const userAgent = (environment: Pick<Environment, 'contact' | 'publicUrl'>): string => {
  const contact = environment.contact ?? publicAddress(environment);
  return `Mozilla/5.0 (compatible; Vedette/${VERSION}${contact === null ? '' : `; +${contact}`})`;
};
