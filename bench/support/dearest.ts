/**
 * The most expensive anonymous requests: every operation of the OpenAPI document and every kind of page, each with the
 * worst allowed parameters, measured alone.
 */
import type { Asked } from './flood';

export interface Dear {
  readonly path: string;
  readonly status: number;
  /** Median of three, without other load. */
  readonly ms: number;
  readonly bytes: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: string | number;
  readonly schema?: {
    readonly type?: string;
    readonly format?: string;
    readonly enum?: readonly string[];
    readonly maximum?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    readonly items?: { readonly enum?: readonly string[] };
  };
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: { parameters?: Parameter[] } }>>;
}

/** Names of entities in several scripts, so that the resolver has work at every word. */
const NAMES =
  'Iran Israel Hamas Turkey China Georgia Jordan US Iranian strikes near Hormuz said Khamenei; Netanyahu, Hezbollah ';

export const longText = (length: number): string => NAMES.repeat(Math.ceil(length / NAMES.length)).slice(0, length);

/** Measures all sequentially. Most expensive first. */
export const findDearest = async (url: string): Promise<Dear[]> => {
  const found: Dear[] = [];
  for (const path of await worstPaths(url)) {
    const times: number[] = [];
    let last = { status: 0, bytes: 0 };
    for (let n = 0; n < 3; n += 1) {
      const begun = performance.now();
      const answer = await fetch(`${url}${anew(path)}`, { headers: { 'x-forwarded-for': address() } });
      const body = await answer.arrayBuffer().catch(() => new ArrayBuffer(0));
      times.push(performance.now() - begun);
      last = { status: answer.status, bytes: body.byteLength };
    }
    times.sort((a, b) => a - b);
    found.push({ path, ...last, ms: Math.round((times[1] ?? 0) * 10) / 10 });
  }
  return found.sort((a, b) => b.ms - a.ms);
};

let asked = 0;

/** A unique address. */
export const address = (): string => {
  asked += 1;
  return `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
};

/** The same request for another instant, if possible, to bypass caches. */
export const anew = (path: string): string => {
  asked += 1;
  const moment = new Date(Date.UTC(2030, 0, 1) + asked * 1_000).toISOString();
  return path.replace('AS_OF', moment).replace('SINCE', new Date(asked * 1_000).toISOString());
};

export const askDear = (dear: readonly Dear[]): (() => Asked) => {
  let n = 0;
  return () => {
    n += 1;
    return { path: anew(dear[n % dear.length]?.path ?? '/'), from: address() };
  };
};

const worstPaths = async (url: string): Promise<string[]> => {
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': address() } })).json()) as T;
  const { paths } = await read<Description>('/openapi.json');
  const ids = await examples(read);
  const fromApi = Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined) return [];
    const filled = ids(path);
    if (filled === null) return [];
    const query = (get.parameters ?? []).filter((parameter) => parameter.in === 'query');
    return variants(query).map((text) => (text === '' ? filled : `${filled}?${text}`));
  });
  const words = encodeURIComponent(longText(100));
  const map = await fetch(`${url}/sitemap.xml`, { headers: { 'x-forwarded-for': address() } });
  const pages = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) =>
    new URL(loc ?? url).pathname.replace('//', '/'),
  );
  // One page of each kind.
  const kinds = new Map(pages.map((path) => [path.split('/').slice(0, 2).join('/'), path]));
  return [...new Set([...fromApi, ...kinds.values(), `/search?q=${words}`, `/log?q=${words}`])];
};

/** All parameters at their maximum; variants with each value of each closed list, and without the filters. */
const variants = (parameters: readonly Parameter[]): string[] => {
  const wide = parameters.filter(
    ({ name, required, schema }) =>
      required === true || schema?.maximum !== undefined || ['as_of', 'since'].includes(name),
  );
  const narrow = parameters.filter((parameter) => !wide.includes(parameter));
  const texts = narrow.flatMap((parameter) =>
    (parameter.schema?.enum ?? parameter.schema?.items?.enum ?? [worst(parameter)]).map((value) =>
      pair(parameter.name, value),
    ),
  );
  const base = wide.map((parameter) => pair(parameter.name, worst(parameter)));
  return [base.join('&'), ...texts.map((text) => [...base, text].join('&'))];
};

const pair = (name: string, value: string): string =>
  `${encodeURIComponent(name)}=${value === 'AS_OF' || value === 'SINCE' ? value : encodeURIComponent(value)}`;

const worst = ({ name, schema, example }: Parameter): string => {
  if (name === 'as_of') return 'AS_OF';
  if (name === 'since') return 'SINCE';
  if (schema?.enum !== undefined) return schema.enum[0] ?? '';
  if (schema?.maximum !== undefined) return String(schema.maximum);
  if (schema?.pattern !== undefined || schema?.format !== undefined || schema?.type === 'boolean')
    return String(example ?? (schema.type === 'boolean' ? 'true' : 'iran'));
  // A letter takes at most three bytes of an address, whose maximum is 8,192.
  return longText(Math.min(schema?.maxLength ?? 200, 4_000));
};

/** Fills path parameters with existing values; null if there are none. */
const examples = async (read: <T>(path: string) => Promise<T>): Promise<(path: string) => string | null> => {
  const [market] = await read<Record<string, string>[]>('/v1/markets?limit=1');
  const [item] = await read<Record<string, string>[]>('/v1/ontology/events?limit=1');
  const [alert] = await read<Record<string, string>[]>('/v1/ontology/alerts?limit=1');
  const [receipt] = await read<Record<string, string>[]>('/api/receipts?limit=1');
  const [source] = await read<Record<string, string>[]>('/v1/sources?limit=1');
  const [prediction] = await read<Record<string, string>[]>('/v1/predictions?limit=1');
  const index = await read<Record<string, string>[]>('/api/registry/index.json');
  const { date } = index.at(-1) ?? {};
  const days = await read<Record<string, string>[]>('/api/dataset/days.json');
  return (path) => {
    const words: Record<string, string | undefined> = {
      exchange: market?.['exchange'],
      ticker: market?.['ticker'],
      date: path.includes('dataset') ? days.at(-1)?.['date'] : date,
      trade_id: receipt?.['trade_id'],
      sha256: prediction?.['bundle_sha256'] ?? prediction?.['sha256'],
      first: '1',
      second: '7',
      slug: 'rate-limited',
      id: path.includes('/sources')
        ? source?.['id']
        : path.includes('/alerts')
          ? alert?.['id']
          : path.includes('/entities')
            ? 'iran'
            : path.includes('replay-bundle')
              ? (prediction?.['replay_bundle_id'] ?? prediction?.['bundle_id'])
              : item?.['id'],
    };
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    if (names.some((name) => words[name] === undefined)) return null;
    return path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(words[name] ?? ''));
  };
};
