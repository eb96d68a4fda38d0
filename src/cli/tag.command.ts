/**
 * `vedette tag`: JSON Lines `{"id","text","lang"?}` on stdin, the entities of each text as JSON Lines on
 * stdout, with where and by which rule each was found and what was refused. No database, no network.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Command, CommandRunner } from 'nest-commander';
import type { AliasResolver } from '../resolver/alias-resolver';
import { loadResolver } from '../ontology/resolver.provider';
import { readTagRequest, type TagRequest } from '../resolver/tag-request';

@Command({
  name: 'tag',
  description:
    'Read {"id","text","lang"?} as JSON Lines on stdin and write the entities that each text names.',
})
export class TagCommand extends CommandRunner {
  override async run(): Promise<void> {
    const failed = await tagStream(process.stdin, process.stdout, process.stderr, loadResolver());
    if (failed) process.exitCode = 1;
  }
}

/** The command on any streams; resolves to whether a line could not be read. Blank lines are skipped. */
export const tagStream = async (
  input: Readable,
  output: Writable,
  errors: Writable,
  resolver: AliasResolver,
): Promise<boolean> => {
  const state = { failed: false, gone: false };
  let number = 0;
  // A reader that has left (`| head`) has read enough: no failure.
  output.once('error', (error: NodeJS.ErrnoException) => {
    state.gone = true;
    if (error.code !== 'EPIPE') state.failed = true;
  });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    const request = readTagRequest(line);
    if (request.kind === 'bad') {
      state.failed = true;
      errors.write(`line ${number}: ${request.reason}\n`);
      continue;
    }
    if (!output.write(`${JSON.stringify(tagged(request.request, resolver))}\n`) && !state.gone) {
      await Promise.race([once(output, 'drain'), once(output, 'close')]);
    }
    if (state.gone) break;
  }
  return state.failed;
};

/** One answer: offsets count UTF-16 units, and code points in the fields that say so. */
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
