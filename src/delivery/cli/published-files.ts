/** Files of a deployment, or of the reader's own disk, as the commands for other people's models read them. */
import { readFile } from 'node:fs/promises';
import { forTerminal } from '../../platform/common/plain-text';
import { Deployment } from './verify/deployment.client';
import { progress } from './terminal';

const WAIT_MAX_SECONDS = 90;

/** Where a deployment is asked when none is named. */
export const LOCAL = 'http://127.0.0.1:8080';

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** Whoever asks a deployment over its public addresses. @throws Error where the address is none */
export const deploymentAt = (baseUrl: string): Deployment => {
  if (!isAddress(baseUrl)) throw new Error(`${baseUrl} is no address such as ${LOCAL}`);
  return new Deployment({
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    apiKey: process.env['VEDETTE_API_KEY'] ?? null,
    waitMaxSeconds: WAIT_MAX_SECONDS,
    onWait: (seconds) => {
      progress(`The deployment asks to wait; going on in ${seconds} s`);
    },
  });
};

/** The text of a file of the reader. @throws Error that names the file */
export const textOfFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  });

/** Writes lines to stdout; a reader that has left has read enough. */
export const printLines = (lines: Iterable<string>): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.once('error', () => {
      resolve();
    });
    process.stdout.write(forTerminal([...lines].map((line) => `${line}\n`).join('')), () => {
      resolve();
    });
  });
