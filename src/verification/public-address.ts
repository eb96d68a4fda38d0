/** The public address of a deployment, from its own files. Pure. */
import { Broken, insist } from './finding';

/** @returns the address without the path, `https://vedette.example`. @throws Broken unless it ends in the path */
export const baseOf = (what: string, address: unknown, path: string): string => {
  const text = typeof address === 'string' ? address : '';
  if (!text.endsWith(path)) throw new Broken(what, `has another address than one that ends in ${path}`);
  const base = text.slice(0, -path.length);
  insist(/^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/.test(base), what, `${text} is not an address of http or https`);
  return base;
};
