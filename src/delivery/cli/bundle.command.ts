import { Command } from 'commander';
import { forTerminal } from '../../platform/common/plain-text';
import { bundlesOfCall, bundleText } from '../../forecasting/bundle-text';
import { RegistryReader } from '../../registry/registry-reader.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';

const show = new Command('show')
  .arguments('<id>')
  .description('Print a replay bundle readably, as the model saw it, with its answer')
  .addOption(DEMO)
  .action(async (id: string, options: DemoOption): Promise<void> => {
    await opener.on(RegistryReader, options, async (reader) => {
      const { text } = await reader.bundle(id);
      const call = await Promise.all(bundlesOfCall(text).map((of) => reader.bundle(of)));
      const texts = call.map((one) => one.text);
      const readable = bundleText(text, texts);
      if (readable === null) throw new Error(`The bundle ${id}, or another of its call, does not match its hash`);
      process.stdout.write(forTerminal(readable));
    });
  });

export const command = new Command('bundle').description('What a forecast was made from').addCommand(show);
