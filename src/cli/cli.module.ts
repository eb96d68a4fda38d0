import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ApplicationOpener } from './application-opener.service';
import { exportsOf } from './exports-of';

/**
 * Every command of `vedette` by its word, with its own sub-commands; a command opens the service itself when
 * it needs the graph. Each is read only when it is asked for: together they are most of the program.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<readonly Provider[]>>> = {
  backup: async () =>
    exportsOf(await import('./backup.command.js')).BackupCommand.registerWithSubCommands(),
  bundle: async () =>
    exportsOf(await import('./bundle.command.js')).BundleCommand.registerWithSubCommands(),
  canonicalize: async () =>
    exportsOf(
      await import('./canonicalize.command.js'),
    ).CanonicalizeCommand.registerWithSubCommands(),
  database: async () =>
    exportsOf(await import('./database.command.js')).DatabaseCommand.registerWithSubCommands(),
  dataset: async () =>
    exportsOf(await import('./dataset.command.js')).DatasetCommand.registerWithSubCommands(),
  export: async () =>
    exportsOf(await import('./export.command.js')).ExportCommand.registerWithSubCommands(),
  import: async () =>
    exportsOf(await import('./import.command.js')).ImportCommand.registerWithSubCommands(),
  keys: async () =>
    exportsOf(await import('./keys.command.js')).KeysCommand.registerWithSubCommands(),
  mcp: async () => exportsOf(await import('./mcp.command.js')).McpCommand.registerWithSubCommands(),
  parse: async () =>
    exportsOf(await import('./parse.command.js')).ParseCommand.registerWithSubCommands(),
  predict: async () =>
    exportsOf(await import('./predict.command.js')).PredictCommand.registerWithSubCommands(),
  prune: async () =>
    exportsOf(await import('./prune.command.js')).PruneCommand.registerWithSubCommands(),
  questions: async () =>
    exportsOf(await import('./questions.command.js')).QuestionsCommand.registerWithSubCommands(),
  reanswer: async () =>
    exportsOf(await import('./reanswer.command.js')).ReanswerCommand.registerWithSubCommands(),
  registry: async () =>
    exportsOf(await import('./registry.command.js')).RegistryCommand.registerWithSubCommands(),
  relevance: async () =>
    exportsOf(await import('./relevance.command.js')).RelevanceCommand.registerWithSubCommands(),
  restore: async () =>
    exportsOf(await import('./restore.command.js')).RestoreCommand.registerWithSubCommands(),
  score: async () =>
    exportsOf(await import('./score.command.js')).ScoreCommand.registerWithSubCommands(),
  seed: async () =>
    exportsOf(await import('./seed.command.js')).SeedCommand.registerWithSubCommands(),
  serve: async () =>
    exportsOf(await import('./serve.command.js')).ServeCommand.registerWithSubCommands(),
  tag: async () => exportsOf(await import('./tag.command.js')).TagCommand.registerWithSubCommands(),
  tick: async () =>
    exportsOf(await import('./tick.command.js')).TickCommand.registerWithSubCommands(),
  verify: async () =>
    exportsOf(await import('./verify.command.js')).VerifyCommand.registerWithSubCommands(),
  webhooks: async () =>
    exportsOf(await import('./webhooks.command.js')).WebhooksCommand.registerWithSubCommands(),
  withdraw: async () =>
    exportsOf(await import('./withdraw.command.js')).WithdrawCommand.registerWithSubCommands(),
  witness: async () =>
    exportsOf(await import('./witness.command.js')).WitnessCommand.registerWithSubCommands(),
};

@Module({})
class CliModule {}

/** The module of the command line: the one command that `word` names, else all of them, for the list of `--help`. */
export const cliModule = async (word: string | undefined): Promise<DynamicModule> => {
  const all = new Map(Object.entries(COMMANDS));
  const known = all.get(word ?? '');
  const wanted = known === undefined ? [...all.values()] : [known];
  const commands = await Promise.all(wanted.map((load) => load()));
  return { module: CliModule, providers: [ApplicationOpener, ...commands.flat()] };
};
