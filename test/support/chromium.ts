import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** The Chromium of this machine: `CHROMIUM_PATH`, else Debian's. Tests install nothing. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** `describe` where there is a browser; elsewhere the group is left out and says so. */
export const describeBrowser = (name: string, group: () => void): void => {
  if (existsSync(executablePath)) describe(name, group);
  else describe.skip(`${name} (no Chromium at ${executablePath}: set CHROMIUM_PATH)`, group);
};

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
