import { Module } from '@nestjs/common';
import { ApplicationOpener } from './application-opener.service';
import { CanonicalizeCommand } from './canonicalize.command';
import { KeysCommand } from './keys.command';
import { ParseCommand } from './parse.command';
import { RegistryCommand } from './registry.command';
import { SeedCommand } from './seed.command';
import { ServeCommand } from './serve.command';
import { TagCommand } from './tag.command';
import { TickCommand } from './tick.command';
import { VerifyCommand } from './verify.command';

/** Every command of `vedette`; a command opens the service itself when it needs the graph. */
@Module({
  providers: [
    ApplicationOpener,
    CanonicalizeCommand,
    ...KeysCommand.registerWithSubCommands(),
    ...RegistryCommand.registerWithSubCommands(),
    SeedCommand,
    ParseCommand,
    ServeCommand,
    TagCommand,
    TickCommand,
    VerifyCommand,
  ],
})
export class CliModule {}
