// Downloads a file over HTTP and checks its SHA-256: resumes after an interruption, retries, and never leaves an
// invalid file.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { SetupError } from './console.mjs';

const TRIES = 4;
const REDIRECTS = 5;

/** npm passes its setting of a certificate authority to the scripts that it runs. */
const authorities = () => {
  const file = process.env.npm_config_cafile;
  return file && existsSync(file) ? [...rootCertificates, readFileSync(file, 'utf8')] : undefined;
};
const ca = authorities();
const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 16 }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 16, ...(ca ? { ca } : {}) }),
};

export const sha256Of = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** A failed attempt: `final` if a retry would fail alike. */
class Failure extends Error {
  constructor(message, final = false) {
    super(message);
    this.final = final;
  }
}

const open = (url, { headers, idleMs, signal }, redirects = REDIRECTS) =>
  new Promise((resolve, reject) => {
    const { protocol } = url;
    if (!(protocol in agents)) throw new Failure(`${url} is not an http address`, true);
    const ask = protocol === 'https:' ? httpsRequest : httpRequest;
    const request = ask(url, { headers, agent: agents[protocol], signal, timeout: idleMs });
    request.on('timeout', () => request.destroy(new Failure(`no answer for ${idleMs / 1000} s`)));
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode = 0, headers: answer } = response;
      if (statusCode < 300 || statusCode >= 400 || answer.location === undefined) {
        resolve(response);
        return;
      }
      response.resume();
      if (redirects === 0) reject(new Failure('too many redirects', true));
      else {
        const next = new URL(answer.location, url);
        const { authorization, ...others } = headers;
        const kept = next.host === url.host && authorization ? { ...others, authorization } : others;
        open(next, { headers: kept, idleMs, signal }, redirects - 1).then(resolve, reject);
      }
    });
    request.end();
  });

const tryOnce = async (url, part, { headers, idleMs, totalMs }) => {
  const have = existsSync(part) ? statSync(part).size : 0;
  const signal = AbortSignal.timeout(totalMs);
  const response = await open(url, {
    headers: { ...headers, ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
    idleMs,
    signal,
  });
  const { statusCode } = response;
  if (statusCode === 416) {
    // The partial file is already complete: the hash check follows.
    response.resume();
    return;
  }
  if (statusCode !== 200 && statusCode !== 206) {
    response.resume();
    throw new Failure(`status ${statusCode}`, statusCode < 500 && statusCode !== 429);
  }
  await pipeline(response, createWriteStream(part, { flags: statusCode === 206 ? 'a' : 'w' }));
};

/**
 * Downloads `url` to `file`, which then has the hash or does not exist. Partial data is kept next to it, and resumed by
 * the next attempt or run.
 */
export const download = async (
  url,
  file,
  { sha256, headers = {}, idleMs = 20_000, totalMs = 600_000, pauseMs = 500 },
) => {
  const part = `${file}.part`;
  let last = null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await sleep(pauseMs * 2 ** (attempt - 1));
    try {
      await tryOnce(new URL(url), part, { headers, idleMs, totalMs });
      const found = sha256Of(part);
      if (found === sha256) {
        renameSync(part, file);
        return;
      }
      rmSync(part, { force: true });
      last = new Failure(`its SHA-256 is ${found}, and ${sha256} was expected`, attempt > 0);
    } catch (error) {
      last = error;
    }
    if (last.final) break;
  }
  throw new SetupError(`${url} could not be fetched: ${last.message || last.code}`);
};
