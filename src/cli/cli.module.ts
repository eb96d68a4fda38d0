import { Module } from '@nestjs/common';
import { ApplicationOpener } from './application-opener.service';
import { BackupCommand } from './backup.command';
import { BundleCommand } from './bundle.command';
import { PruneCommand } from './prune.command';
import { RelevanceCommand } from './relevance.command';
import { RestoreCommand } from './restore.command';
import { CanonicalizeCommand } from './canonicalize.command';
import { DatabaseCommand } from './database.command';
import { DatasetCommand } from './dataset.command';
import { ImportCommand } from './import.command';
import { KeysCommand } from './keys.command';
import { ParseCommand } from './parse.command';
import { PredictCommand } from './predict.command';
import { RegistryCommand } from './registry.command';
import { SeedCommand } from './seed.command';
import { ServeCommand } from './serve.command';
import { TagCommand } from './tag.command';
import { TickCommand } from './tick.command';
import { McpCommand } from './mcp.command';
import { VerifyCommand } from './verify.command';
import { WithdrawCommand } from './withdraw.command';

/** Every command of `vedette`; a command opens the service itself when it needs the graph. */
@Module({
  providers: [
    ApplicationOpener,
    CanonicalizeCommand,
    RestoreCommand,
    PruneCommand,
    BackupCommand,
    ...BundleCommand.registerWithSubCommands(),
    DatabaseCommand,
    ...DatasetCommand.registerWithSubCommands(),
    ImportCommand,
    ...KeysCommand.registerWithSubCommands(),
    ...RegistryCommand.registerWithSubCommands(),
    SeedCommand,
    ParseCommand,
    PredictCommand,
    RelevanceCommand,
    ServeCommand,
    TagCommand,
    TickCommand,
    McpCommand,
    VerifyCommand,
    WithdrawCommand,
  ],
})
export class CliModule {}
