/**
 * Reads everything before the root of a feed: white space, stray server output, and a document type. Its internal
 * subset is removed, because no parser here expands it; simple entities are returned for decoding, nested ones are
 * refused, others ignored.
 */
import { decodeReferences, type DeclaredEntities } from './feed-entities';

type FeedProlog =
  | { readonly kind: 'prolog'; readonly body: string; readonly entities: DeclaredEntities }
  | { readonly kind: 'unreadable'; readonly reason: string };

const PROLOG_CHARS = 65_536;
const ENTITIES_MAX = 512;
const ENTITY_VALUE_CHARS = 256;

export const readProlog = (text: string): FeedProlog => {
  const head = text.slice(0, PROLOG_CHARS);
  const doctype = head.search(/<!doctype\s/i);
  const open = doctype === -1 ? -1 : subsetStart(head, doctype);
  if (open === -1) return { kind: 'prolog', body: text, entities: new Map() };
  const close = subsetEnd(text, open);
  if (close === -1) return { kind: 'unreadable', reason: 'its document type never ends' };

  const entities = readEntities(text.slice(open, close));
  if (typeof entities === 'string') return { kind: 'unreadable', reason: entities };
  const after = text.indexOf('>', close);
  return { kind: 'prolog', body: text.slice(0, doctype) + text.slice(after === -1 ? close : after + 1), entities };
};

/** Index of the `[` of the subset, or -1. */
const subsetStart = (head: string, doctype: number): number => {
  const match = /[[>]/.exec(head.slice(doctype));
  return match?.[0] === '[' ? doctype + match.index : -1;
};

/** Index of the closing `]`, outside quotes. */
const subsetEnd = (text: string, open: number): number => {
  const limit = Math.min(text.length, open + PROLOG_CHARS);
  let quote = '';
  for (let at = open + 1; at < limit; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ']') return at;
  }
  return -1;
};

/** Declared entities by name, or the reason to refuse them. External ones are never resolved. */
const readEntities = (subset: string): Map<string, string> | string => {
  const entities = new Map<string, string>();
  const declaration = /<!ENTITY\s+([\w.:-]{1,64})\s+(?:"([^"]*)"|'([^']*)')/g;
  for (const [, name, double, single] of subset.matchAll(declaration)) {
    const value = double ?? single ?? '';
    // Nested entities in a feed are an attack (exponential expansion).
    if (/[&%][\w.:-]+;/.test(value)) return 'it declares entities made of entities';
    if (entities.size >= ENTITIES_MAX || value.length > ENTITY_VALUE_CHARS) return 'it declares too much by entities';
    entities.set(name ?? '', decodeReferences(value));
  }
  return entities;
};
