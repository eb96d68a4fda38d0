/** Last safeguard of log lines: API keys by format, configured secrets by value, passwords in addresses by position. */
import { forTerminal } from '../common/plain-text';

const KEY_FORM = /vdt_[a-z]+_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}/g;
const ADDRESS_PASSWORD = /(:\/\/[^\s:/@"\\]*):[^\s/@"\\]+@/g;
const AUTHORIZATION = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;
/** Shorter values would match ordinary text. */
const SECRET_LENGTH_MIN = 6;

export const makeScrubber = (secrets: readonly string[]): ((line: string) => string) => {
  const values = secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const known = [...new Set(values)].sort((a, b) => b.length - a.length);
  return (line) => {
    let clean = forTerminal(line)
      .replace(KEY_FORM, (key) => `${key.split('_').slice(0, 3).join('_')}_***`)
      .replace(ADDRESS_PASSWORD, '$1:***@')
      .replace(AUTHORIZATION, '$1 ***');
    for (const value of known) clean = clean.replaceAll(value, '***');
    return clean;
  };
};
