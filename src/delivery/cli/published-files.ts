import { readFile } from 'node:fs/promises';
import { forTerminal } from '../../platform/common/plain-text';
import type { Words } from '../../forecasting/input/forecast-input';
import type { LoggedForecast } from '../../leaderboard/logged-forecasts';
import { readServedBundle } from '../../registry/copies/served-document';
import { Deployment } from './verify/deployment.client';
import { progress } from './terminal';

const WAIT_MAX_SECONDS = 90;

export const LOCAL = 'http://127.0.0.1:8080';

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

export const trimmed = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** A client of a deployment's public addresses. @throws Error if `baseUrl` is not an address */
export const deploymentAt = (baseUrl: string): Deployment => {
  if (!isAddress(baseUrl)) throw new Error(`${baseUrl} is not an address such as ${LOCAL}`);
  return new Deployment({
    baseUrl: trimmed(baseUrl),
    apiKey: process.env['VEDETTE_API_KEY'] ?? null,
    waitMaxSeconds: WAIT_MAX_SECONDS,
    onWait: (seconds) => {
      progress(`The deployment asks to wait; going on in ${seconds} s`);
    },
  });
};

/** Words of the bundle of a forecast. @throws Error if the deployment has another bundle than its log */
export const loggedWords = async (
  deployment: Deployment,
  { bundleId, bundleSha256 }: LoggedForecast,
): Promise<Words> => {
  const bundle = readServedBundle((await deployment.get(`/api/replay-bundle/${bundleId}`)).text);
  if (bundle?.sha256 !== bundleSha256) throw new Error(`The bundle ${bundleId} is not the one that the log has`);
  return (bundle.words ?? {}) as Words;
};

export const textOfFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  });

export const printLines = (lines: Iterable<string>): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.once('error', () => {
      resolve();
    });
    process.stdout.write(forTerminal([...lines].map((line) => `${line}\n`).join('')), () => {
      resolve();
    });
  });
