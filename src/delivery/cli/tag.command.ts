import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import type { AliasResolver } from '../../resolver/alias-resolver';
import { loadResolver } from '../../ontology/resolver.provider';
import { readTagRequest, type TagRequest } from '../../resolver/tag-request';
import { answerLines } from './json-lines';

export const command = new Command('tag')
  .description('Read {"id","text","lang"?} as JSON Lines on stdin and write the entities that each text names.')
  .action(async (): Promise<void> => {
    const failed = await tagStream(process.stdin, process.stdout, process.stderr, loadResolver());
    if (failed) process.exitCode = 1;
  });

export const tagStream = (
  input: Readable,
  output: Writable,
  errors: Writable,
  resolver: AliasResolver,
): Promise<boolean> =>
  answerLines(input, output, errors, (line) => {
    const request = readTagRequest(line);
    return request.kind === 'bad' ? request : { answer: tagged(request.request, resolver) };
  });

/** Offsets count UTF-16 units, or code points in the fields that say so. */
const tagged = ({ id, text, lang }: TagRequest, resolver: AliasResolver): object => {
  const { entities, mentions, refused } = resolver.resolve(text, lang);
  return {
    id,
    entities,
    mentions: mentions.map(({ entity, alias, start, end, startCodePoint, endCodePoint, rule }) => ({
      entity,
      alias,
      start,
      end,
      start_code_point: startCodePoint,
      end_code_point: endCodePoint,
      rule,
    })),
    refused,
  };
};
