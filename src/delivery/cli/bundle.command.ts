import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { bundlesOfCall, bundleText } from '../../forecasting/bundle-text';
import { RegistryReader } from '../../registry/registry-reader.service';
import { ApplicationOpener } from './application-opener.service';

interface ShowOptions {
  readonly demo?: boolean;
}

/** `vedette bundle show rb-5f2c…`. */
@SubCommand({
  name: 'show',
  arguments: '<id>',
  description: 'Print a replay bundle readably, as the model saw it, with its answer',
})
class BundleShowCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run([id = '']: string[], options: ShowOptions): Promise<void> {
    await this.opener.run({ demo: options.demo ?? false }, async (app) => {
      const reader = app.get(RegistryReader, { strict: false });
      const { text } = await reader.bundle(id);
      const call = await Promise.all(bundlesOfCall(text).map((of) => reader.bundle(of)));
      const readable = bundleText(
        text,
        call.map((one) => one.text),
      );
      if (readable === null)
        throw new Error(`The bundle ${id}, or another of its call, does not have the hash beside it`);
      process.stdout.write(readable);
    });
  }

  @Option({ flags: '--demo', description: "From the demo's own database" })
  demo(): boolean {
    return true;
  }
}

@Command({
  name: 'bundle',
  description: 'What a forecast was made from',
  subCommands: [BundleShowCommand],
})
export class BundleCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help();
  }
}
