import { VERSION } from '../common/code-version.provider';
import type { Environment } from '../config/environment';
import { isPublicLink } from './address-guard';

/** `PUBLIC_URL` where others can reach it; null where it is unset or leads into this machine or its own network. */
export const publicAddress = ({ publicUrl }: Pick<Environment, 'publicUrl'>): string | null =>
  publicUrl !== null && isPublicLink(publicUrl) ? publicUrl.replace(/(?<!\/)\/+$/, '') : null;

/**
 * What every request says of its sender, with an address under which the operator can be reached. Some upstreams
 * (Yahoo, USNI) refuse agents that do not begin with `Mozilla/5.0`, as that of every reader on the web does.
 */
export const userAgent = (environment: Pick<Environment, 'contact' | 'publicUrl'>): string => {
  const contact = environment.contact ?? publicAddress(environment);
  return `Mozilla/5.0 (compatible; Vedette/${VERSION}${contact === null ? '' : `; +${contact}`})`;
};
