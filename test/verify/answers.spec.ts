/** Answers of exchanges, fetched by the hashes in a log. */
import { sha256Hex } from '../../src/platform/common/sha256';
import type { PublicFiles } from '../../src/delivery/cli/verify/public-files';
import { answerPath } from '../../src/registry/registry-path';
import { reforged } from '../support/forged-log';
import { publishedFiles } from '../support/published-files';
import { firstReader, readerOf, silent, verified } from '../support/verified';
import { writeLog } from '../support/written-log';

describe('answers of exchanges', () => {
  const now = Date.now();

  /** Parts left out of a complete verification. @param kept answers by their address */
  const read = async (
    kept: ReadonlyMap<string, Buffer>,
    log = writeLog(now),
  ): Promise<{ left: readonly string[]; asked: Set<string> }> => {
    const all = new Map([...(await publishedFiles(log, now)), ...kept]);
    const asked = new Set<string>();
    const reader = readerOf(all);
    const files: PublicFiles = {
      requests: 0,
      remaining: null,
      get: async (path) => {
        asked.add(path);
        return reader.get(path);
      },
    };
    const { left } = await verified(files, silent, firstReader(now));
    return { left, asked };
  };
  const said = (text: string, address = text): [string, Buffer] => [answerPath(sha256Hex(address)), Buffer.from(text)];

  it('are held against the hash of a quote and of an outcome, and counted where they were not kept', async () => {
    const kept = new Map([said('quote KX-0 0'), said('raw KX-0 0')]);
    const { left, asked } = await read(kept);
    expect([...kept.keys()].filter((path) => !asked.has(path))).toEqual([]);
    expect(left.join('; ')).toMatch(/what the exchanges said \d+ times \(the deployment did not keep it\)/);
  });

  it('are found out where they are others', async () => {
    await expect(read(new Map([said('quote KX-0 9', 'quote KX-0 0')]))).rejects.toThrow(/SHA-256 of its address/);
  });

  it('are found out where a bundle states another quote', async () => {
    const told = (cents: number): string =>
      JSON.stringify({ ticker: 'KX-0', title: 'Will it?', status: 'active', yes_bid: cents, yes_ask: 99 });
    const quoting = (cents: number): ReturnType<typeof read> => {
      const text = told(cents);
      const written = writeLog(now);
      const log = reforged(written, (entries) => {
        for (const { kind, document } of entries) {
          if (kind === 'bundle' && document.input.question.ticker === 'KX-0')
            document.input.market.raw_sha256 = sha256Hex(text);
          if (kind === 'trade' && document.ticker === 'KX-0') document.quote.raw_sha256 = sha256Hex(text);
        }
        return entries;
      });
      for (const [bundle, words] of written.words) log.words.set(bundle, words);
      return read(new Map([said(text)]), log);
    };
    await expect(quoting(98)).rejects.toThrow(/yes_bid is 0\.\d+, and the answer of its exchange .* says 0\.98/);
  });
});
