/** Hands out one resolver for the process, built from the seed. */
import type { Provider } from '@nestjs/common';
import { AliasResolver } from '../resolver/alias-resolver';
import type { AliasSeed } from '../resolver/knowledge/alias-seed';
import { loadSeed } from './seed-files.provider';

/** Nest token of the {@link AliasResolver}. */
export const ALIAS_RESOLVER = Symbol('ALIAS_RESOLVER');

/** What the resolver knows, as the seed states it. */
export const readAliasSeed = (): AliasSeed => loadSeed().aliases;

let loaded: AliasResolver | null = null;

/** The resolver over seed/: read, checked and compiled once per process; a broken seed is named by file and line. */
export const loadResolver = (): AliasResolver => (loaded ??= AliasResolver.fromSeed(readAliasSeed()));

export const aliasResolverProvider: Provider = { provide: ALIAS_RESOLVER, useFactory: loadResolver };
