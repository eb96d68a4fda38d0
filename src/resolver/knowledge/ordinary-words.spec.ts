/**
 * The rules of the resolver were made for names that mean something else. What stands beside a name in any report says
 * nothing against it, and no list may hold it: composed texts show that, where a corpus has only what it was written for.
 */
import { readFileSync } from 'node:fs';
import { packagePath } from '../../platform/common/package-root';
import { loadOntologySeed } from '../../ontology/seed-files.provider';
import { loadResolver, readAliasSeed } from '../../ontology/resolver.provider';
import { listedNames } from './listed-names';

interface Words {
  /** Name of each entity. */
  readonly names: Readonly<Record<string, string>>;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const languages = Object.entries(
  JSON.parse(readFileSync(packagePath('test', 'fixtures', 'resolver', 'ordinary-words.json'), 'utf8')) as Readonly<
    Record<string, Words>
  >,
);

describe('a name next to ordinary words', () => {
  it.each(languages)('is known in %s', (lang, { names, before, after }) => {
    const resolver = loadResolver();
    const missed = Object.entries(names).flatMap(([id, name]) =>
      [...before.map((word) => `${word}${name}`), ...after.map((word) => `${name}${word}`)].filter(
        (text) => !resolver.tag(text, lang).includes(id),
      ),
    );

    expect(missed).toEqual([]);
  });

  it('is known in Chinese behind the country in which it lies', () => {
    const resolver = loadResolver();
    const listed = listedNames(readAliasSeed());
    const names = (id: string): string[] =>
      (listed.get(id) ?? []).filter(({ lang, kind }) => lang === 'zh' && kind === 'name').map(({ text }) => text);
    const pairs = loadOntologySeed()
      .relationships.filter(({ type, from }) => type === 'located_in' && !listedAsShares.has(from))
      .flatMap(({ from, to }) =>
        names(to)
          .slice(0, 1)
          .flatMap((country) => names(from).map((place) => ({ from, to, text: `${country}${place}遭袭` }))),
      );
    const missed = pairs.filter(({ from, to, text }) => {
      const tagged = resolver.tag(text, 'zh');
      return !tagged.includes(from) || !tagged.includes(to);
    });

    expect(pairs.length).toBeGreaterThan(150);
    expect(missed.map(({ text }) => text)).toEqual([]);
  });
});

/** A firm's name counts where markets are near. */
const listedAsShares = new Set(['rtx']);
