import { readdirSync } from 'node:fs';
import { VERSION } from '../../platform/common/code-version.provider';
import { vedette, WORDS } from './program';

const said = async (...args: readonly string[]): Promise<{ code: string; text: string }> => {
  const program = await vedette(args[0]);
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.configureOutput({ writeOut: write, writeErr: write });
  const error: unknown = await program.parseAsync(args, { from: 'user' }).catch((reason: unknown) => reason);
  return { code: (error as { code: string }).code, text };
};

describe('the commands of the command line', () => {
  const files = readdirSync(__dirname)
    .filter((name) => name.endsWith('.command.ts'))
    .map((name) => name.slice(0, -'.command.ts'.length));

  it('are all there, each under the word that it has itself', async () => {
    expect([...WORDS.keys()].sort()).toEqual(files.sort());
    for (const word of files) expect((await vedette(word)).commands.map((one) => one.name())).toEqual([word]);
  });

  it('are listed in groups', async () => {
    const { code, text } = await said('--help');

    expect(code).toBe('commander.helpDisplayed');
    for (const word of files) expect(text).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
    expect(text).toContain('Prove:');
  });

  it('print the version of the package', async () => {
    expect(await said('--version')).toEqual({ code: 'commander.version', text: `${VERSION}\n` });
  });

  it.each([
    [['servee'], "error: unknown command 'servee'\n(Did you mean serve?)\nvedette --help lists its arguments\n"],
    [
      ['tick', '--soruce', 'x'],
      "error: unknown option '--soruce'\n(Did you mean --source?)\nvedette tick --help lists its arguments\n",
    ],
    [
      ['prune'],
      "error: required option '--older-than <age>' not specified\nvedette prune --help lists its arguments\n",
    ],
  ])('suggest a command for %j', async (args, text) => {
    expect((await said(...args)).text).toBe(text);
  });
});
