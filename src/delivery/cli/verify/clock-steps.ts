import { canonicalText, without } from '../../../verification/received-json';
import { clockEntries } from '../../../verification/outside-clocks';
import { insist } from '../../../verification/finding';
import { TIMESTAMPS_LISTED_MAX } from '../../../registry/clocks/outside-clock';
import { OUTSIDE_CLOCKS_PATH, timestampPath, TIMESTAMPS_PATH } from '../../../registry/registry-path';
import type { PublicFiles } from './public-files';
import { step, type Step } from './single-step';
import type { StatedClocks } from './proven-log';

export const clockSteps = (files: PublicFiles, { text, read }: StatedClocks): readonly Step[] => {
  if (text === '') return [];
  const stamps = stampsIn(text);
  return [
    step(TIMESTAMPS_PATH, async (path) => {
      const given = (await files.get(path)).text;
      if (given === indexOf(text)) return;
      // A stamp may be newer than the combined file, so both are read again.
      const later = (await files.get(OUTSIDE_CLOCKS_PATH)).text;
      await read(later);
      const again = (await files.get(path)).text;
      insist(
        later !== text && again === indexOf(later),
        path,
        `does not list the newest time stamps of ${OUTSIDE_CLOCKS_PATH}`,
      );
    }),
    ...stamps.map((stamp) =>
      step(timestampPath(stamp.text('id')), async (path) => {
        const given = Buffer.from((await files.get(path)).bytes).toString('base64');
        insist(given === stamp.object['token'], path, `is not the response that ${OUTSIDE_CLOCKS_PATH} has`);
      }),
    ),
  ];
};

const stampsIn = (text: string) => clockEntries(text).filter(({ object }) => object['kind'] === 'timestamp');

const indexOf = (text: string): string =>
  canonicalText(
    stampsIn(text)
      .reverse()
      .slice(0, TIMESTAMPS_LISTED_MAX)
      .map(({ object }) => without(object, 'kind', 'token')),
  );
