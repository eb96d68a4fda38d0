import { Command } from 'commander';
import { VERSION } from '../../platform/common/code-version.provider';

type Load = () => Promise<{ readonly command: Command }>;

/** By name, in the groups of `--help`; each loaded on demand, because together they are most of the program. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Run:': {
    serve: () => import('./serve.command'),
    check: () => import('./check.command'),
    tick: () => import('./tick.command'),
    predict: () => import('./predict.command'),
    seed: () => import('./seed.command'),
    database: () => import('./database.command'),
    keys: () => import('./keys.command'),
  },
  'Look:': {
    relevance: () => import('./relevance.command'),
    tag: () => import('./tag.command'),
    mcp: () => import('./mcp.command'),
  },
  'Prove:': {
    verify: () => import('./verify.command'),
    witness: () => import('./witness.command'),
    bundle: () => import('./bundle.command'),
    case: () => import('./case.command'),
    registry: () => import('./registry.command'),
  },
  'Publish:': {
    dataset: () => import('./dataset.command'),
    export: () => import('./export.command'),
    webhooks: () => import('./webhooks.command'),
    withdraw: () => import('./withdraw.command'),
  },
  'Keep:': {
    backup: () => import('./backup.command'),
    restore: () => import('./restore.command'),
    prune: () => import('./prune.command'),
    import: () => import('./import.command'),
  },
  'Develop:': {
    questions: () => import('./questions.command'),
    score: () => import('./score.command'),
    reanswer: () => import('./reanswer.command'),
    parse: () => import('./parse.command'),
    canonicalize: () => import('./canonicalize.command'),
  },
};

export const WORDS: ReadonlyMap<string, { readonly group: string; readonly load: Load }> = new Map(
  Object.entries(GROUPS).flatMap(([group, commands]) =>
    Object.entries(commands).map(([word, load]) => [word, { group, load }]),
  ),
);

/** The command line: with the command named `word`, else with all of them, for `--help`. */
export const vedette = async (word: string | undefined): Promise<Command> => {
  const program = new Command('vedette').version(VERSION, '--version').exitOverride().showSuggestionAfterError();
  const one = WORDS.get(word ?? '');
  for (const { group, load } of one === undefined ? WORDS.values() : [one]) {
    const { command } = await load();
    program.addCommand(command.helpGroup(group));
  }
  settle(program);
  return program;
};

const settle = (parent: Command, path = parent.name()): void => {
  parent.showHelpAfterError(`${path} --help lists its arguments`);
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    settle(command, `${path} ${command.name()}`);
  }
};
