/**
 * `vedette relevance`: JSON Lines `{"market":{"id","question","description"?},"item":{"id","title",…}}` on stdin,
 * how much each item bears on its market as JSON Lines on stdout, with the reasons. No database, no network.
 */
import type { Readable, Writable } from 'node:stream';
import { Command, CommandRunner } from 'nest-commander';
import { loadEvidenceRule } from '../../evidence/evidence-seed.provider';
import type { EvidenceRule } from '../../evidence/evidence-rule';
import { readRelevanceRequest } from '../../evidence/relevance-request';
import { answerLines } from './json-lines';

@Command({
  name: 'relevance',
  description:
    'Read {"market":{…},"item":{…}} as JSON Lines on stdin and write how much each item bears on its market.',
})
export class RelevanceCommand extends CommandRunner {
  override async run(): Promise<void> {
    const failed = await relevanceStream(process.stdin, process.stdout, process.stderr, loadEvidenceRule());
    if (failed) process.exitCode = 1;
  }
}

/** The command on any streams; resolves to whether a line could not be read. */
export const relevanceStream = (
  input: Readable,
  output: Writable,
  errors: Writable,
  rule: EvidenceRule,
): Promise<boolean> =>
  answerLines(input, output, errors, (line) => {
    const request = readRelevanceRequest(line);
    if (request.kind === 'bad') return request;
    const { market, item } = request;
    const { relevance, counts, about, paths } = rule.relevance(rule.scopeOf(market), rule.read(item));
    return { answer: { market: market.id, item: item.id, relevance, counts, about, paths } };
  });
