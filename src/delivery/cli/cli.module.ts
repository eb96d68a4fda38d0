import { Module, type DynamicModule } from '@nestjs/common';
import type { CommandRunner } from 'nest-commander';
import { ApplicationOpener } from './application-opener.service';
import { exportsOf } from './exports-of';

/** A command's class, as far as the module asks it. */
type Command = Pick<typeof CommandRunner, 'registerWithSubCommands'>;

/**
 * Every command of `vedette` by its word; a command opens the service itself when
 * it needs the graph. Each is read only when it is asked for: together they are most of the program.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => exportsOf(await import('./backup.command.js')).BackupCommand,
  bundle: async () => exportsOf(await import('./bundle.command.js')).BundleCommand,
  canonicalize: async () => exportsOf(await import('./canonicalize.command.js')).CanonicalizeCommand,
  database: async () => exportsOf(await import('./database.command.js')).DatabaseCommand,
  dataset: async () => exportsOf(await import('./dataset.command.js')).DatasetCommand,
  export: async () => exportsOf(await import('./export.command.js')).ExportCommand,
  import: async () => exportsOf(await import('./import.command.js')).ImportCommand,
  keys: async () => exportsOf(await import('./keys.command.js')).KeysCommand,
  mcp: async () => exportsOf(await import('./mcp.command.js')).McpCommand,
  parse: async () => exportsOf(await import('./parse.command.js')).ParseCommand,
  predict: async () => exportsOf(await import('./predict.command.js')).PredictCommand,
  prune: async () => exportsOf(await import('./prune.command.js')).PruneCommand,
  questions: async () => exportsOf(await import('./questions.command.js')).QuestionsCommand,
  reanswer: async () => exportsOf(await import('./reanswer.command.js')).ReanswerCommand,
  registry: async () => exportsOf(await import('./registry.command.js')).RegistryCommand,
  relevance: async () => exportsOf(await import('./relevance.command.js')).RelevanceCommand,
  restore: async () => exportsOf(await import('./restore.command.js')).RestoreCommand,
  score: async () => exportsOf(await import('./score.command.js')).ScoreCommand,
  seed: async () => exportsOf(await import('./seed.command.js')).SeedCommand,
  serve: async () => exportsOf(await import('./serve.command.js')).ServeCommand,
  tag: async () => exportsOf(await import('./tag.command.js')).TagCommand,
  tick: async () => exportsOf(await import('./tick.command.js')).TickCommand,
  verify: async () => exportsOf(await import('./verify.command.js')).VerifyCommand,
  webhooks: async () => exportsOf(await import('./webhooks.command.js')).WebhooksCommand,
  withdraw: async () => exportsOf(await import('./withdraw.command.js')).WithdrawCommand,
  witness: async () => exportsOf(await import('./witness.command.js')).WitnessCommand,
};

@Module({})
class CliModule {}

/** The module of the command line: the one command that `word` names, else all of them, for the list of `--help`. */
export const cliModule = async (word: string | undefined): Promise<DynamicModule> => {
  const all = new Map(Object.entries(COMMANDS));
  const known = all.get(word ?? '');
  const wanted = known === undefined ? [...all.values()] : [known];
  const commands = await Promise.all(wanted.map((load) => load()));
  const providers = commands.flatMap((command) => command.registerWithSubCommands());
  return { module: CliModule, providers: [ApplicationOpener, ...providers] };
};
