// The parts of Maven's settings that decide where jars come from: mirrors, their credentials, the local repository.
// Elements as in https://maven.apache.org/settings.html.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from './console.mjs';

/** Maven's id of its public repository. */
const CENTRAL = 'central';

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const interpolate = (text) =>
  text
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ENTITIES[name])
    .replace(/\$\{env\.([^}]+)\}/g, (found, name) => process.env[name] ?? found)
    .replace(/\$\{user\.home\}/g, homedir())
    .trim();

const blocks = (xml, name) =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map((match) => match[1]);

const value = (xml, name) => {
  const found = blocks(xml, name)[0];
  return found === undefined ? null : interpolate(found);
};

/** Settings files in Maven's order: the specified one, or the user's, then the installation's. */
const settingsFiles = () => {
  const named = /(?:^|\s)(?:-s|--settings)[\s=]+(\S+)/.exec(process.env.MAVEN_ARGS ?? '')?.[1];
  const installation = process.env.MAVEN_HOME ?? process.env.M2_HOME;
  return [
    named ?? join(homedir(), '.m2', 'settings.xml'),
    ...(installation ? [join(installation, 'conf', 'settings.xml')] : []),
  ].filter((file) => existsSync(file));
};

/** Whether a mirror applies to the public repository, which is external and uses https. */
const mirrorsCentral = (mirrorOf) => {
  const patterns = mirrorOf.split(',').map((pattern) => pattern.trim());
  if (patterns.includes(`!${CENTRAL}`)) return false;
  return patterns.some((pattern) => ['*', 'external:*', CENTRAL].includes(pattern));
};

const authorization = (server, file) => {
  const name = value(server, 'username');
  const password = value(server, 'password');
  if (name === null || password === null) return {};
  if (/^\{.*\}$/.test(password))
    throw new SetupError(
      `${file} holds an encrypted password, which only Maven can read: install Maven, or set MAVEN_REPOSITORY_URL`,
    );
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
};

/**
 * @returns {{ localRepository: string, mirror: null | { url: string, headers: Record<string, string> } }}
 * `mirror` replaces the public repository, with request headers.
 */
export const readMavenSettings = () => {
  const settings = settingsFiles().map((file) => ({
    file,
    xml: readFileSync(file, 'utf8').replace(/<!--[\s\S]*?-->/g, ''),
  }));
  const mirrors = settings
    .flatMap(({ xml }) => blocks(xml, 'mirror'))
    .map((mirror) => ({
      id: value(mirror, 'id'),
      mirrorOf: value(mirror, 'mirrorOf') ?? '',
      url: value(mirror, 'url'),
      blocked: value(mirror, 'blocked') === 'true',
    }))
    .filter(({ mirrorOf, url, blocked }) => url !== null && !blocked && mirrorsCentral(mirrorOf));
  // Maven prefers a mirror of exactly this repository over a pattern.
  const mirror = mirrors.find(({ mirrorOf }) => mirrorOf === CENTRAL) ?? mirrors[0];
  const credentials = settings.flatMap(({ file, xml }) =>
    blocks(xml, 'server')
      .filter((server) => value(server, 'id') === mirror?.id)
      .map((server) => () => authorization(server, file)),
  )[0];
  return {
    localRepository:
      settings.map(({ xml }) => value(xml, 'localRepository')).find((found) => found !== null) ??
      join(homedir(), '.m2', 'repository'),
    mirror: mirror ? { url: mirror.url, headers: credentials?.() ?? {} } : null,
  };
};
