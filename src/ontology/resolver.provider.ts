/** Reads the resolver's knowledge from seed/aliases and hands out one resolver for the process. */
import { readFileSync, readdirSync } from 'node:fs';
import type { Provider } from '@nestjs/common';
import { packagePath } from '../common/package-root';
import { AliasResolver } from '../resolver/alias-resolver';
import { ALIAS_SUPPORT_FILES } from '../resolver/knowledge/alias-check';
import type { AliasFile, AliasSeed } from '../resolver/knowledge/alias-seed';
import { loadOntologySeed } from './seed-files.provider';

/** Nest token of the {@link AliasResolver}. */
export const ALIAS_RESOLVER = Symbol('ALIAS_RESOLVER');

const read = (name: string): unknown =>
  JSON.parse(readFileSync(packagePath('seed', 'aliases', name), 'utf8')) as unknown;

/** The knowledge as the files state it. */
export const readAliasSeed = (): AliasSeed => ({
  files: readdirSync(packagePath('seed', 'aliases'))
    .filter((name) => name.endsWith('.json') && !ALIAS_SUPPORT_FILES.includes(name))
    .sort()
    .map((name) => read(name) as AliasFile),
  refused: read('refused.json') as AliasSeed['refused'],
  rules: read('rules.json') as AliasSeed['rules'],
  words: read('words.json') as AliasSeed['words'],
  paradigms: read('paradigms.json') as AliasSeed['paradigms'],
});

let loaded: AliasResolver | null = null;

/** The resolver over seed/: read and compiled once per process. */
export const loadResolver = (): AliasResolver =>
  (loaded ??= AliasResolver.fromSeed(readAliasSeed()));

export const aliasResolverProvider: Provider = {
  provide: ALIAS_RESOLVER,
  useFactory: () => {
    // A broken seed is named by file and line before anything trips over it.
    loadOntologySeed();
    return loadResolver();
  },
};
