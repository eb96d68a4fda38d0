import { readdirSync } from 'node:fs';
import { cliModule, COMMANDS } from './cli.module';

describe('the commands of the command line', () => {
  const files = readdirSync(__dirname)
    .filter((name) => name.endsWith('.command.ts'))
    .map((name) => name.slice(0, -'.command.ts'.length));

  it('are all there, each under the word that it has itself', async () => {
    expect(Object.keys(COMMANDS).sort()).toEqual(files.sort());
    for (const word of files) {
      const { providers = [] } = await cliModule(word);
      const words = providers.flatMap((provider) => {
        const about: unknown = Reflect.getMetadata('CommandBuilder:Command:Meta', provider);
        return about === undefined ? [] : [(about as { name: string }).name];
      });
      expect(words).toEqual([word]);
    }
  });

  it('are all loaded for a word that none of them has', async () => {
    const { providers = [] } = await cliModule('--help');
    expect(providers.length).toBeGreaterThan(files.length);
  });
});
