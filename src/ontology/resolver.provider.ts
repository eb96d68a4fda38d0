/** Provides one resolver per process, built from the seed. */
import type { Provider } from '@nestjs/common';
import { AliasResolver } from '../resolver/alias-resolver';
import type { AliasSeed } from '../resolver/knowledge/alias-seed';
import { loadSeed } from './seed-files.provider';

export const ALIAS_RESOLVER = Symbol('ALIAS_RESOLVER');

export const readAliasSeed = (): AliasSeed => loadSeed().aliases;

let loaded: AliasResolver | null = null;

/** The resolver of seed/, compiled once per process; errors in the seed name file and line. */
export const loadResolver = (): AliasResolver => (loaded ??= AliasResolver.fromSeed(readAliasSeed()));

export const aliasResolverProvider: Provider = { provide: ALIAS_RESOLVER, useFactory: loadResolver };
