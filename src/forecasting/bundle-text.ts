/** Displays a replay bundle: the exact text shown to the model, and its answer. */
import { cleanText } from '../platform/common/plain-text';
import type { Combined } from '../grading/combination';
import { readServedBundle } from '../registry/copies/served-document';
import type { Forecast } from './forecast';
import type { ForecastInput, Words } from './input/forecast-input';
import { renderInputs } from './input/render-joint';
import type { JointForecast } from './joint-call';

interface Bundle {
  readonly schema_version?: string;
  readonly bundle_id?: string;
  readonly made_at?: string;
  readonly input?: ForecastInput;
  readonly prediction?: Forecast & { readonly model: string; readonly side: string | null };
  readonly draws?: readonly Forecast[];
  readonly joint?: readonly JointForecast[];
  readonly combined?: Combined;
}

type Read = NonNullable<ReturnType<typeof readServedBundle>> & { readonly bundle: Bundle };

const readBundle = (served: string): Read | null => {
  const read = readServedBundle(served);
  return read === null ? null : { ...read, bundle: JSON.parse(read.text) as Bundle };
};

/** Ids of all bundles of the same call, in prompt order; empty if it had one market. */
export const bundlesOfCall = (served: string): readonly string[] =>
  readBundle(served)?.bundle.joint?.map(({ bundle_id }) => bundle_id) ?? [];

/**
 * @param served text from `/api/replay-bundle/{id}`
 * @param call the same for all {@link bundlesOfCall}
 * @returns null if it is not a bundle, or a hash does not match its text
 */
export const bundleText = (served: string, call: readonly string[] = []): string | null => {
  const read = readBundle(served);
  if (read === null) return null;
  const { bundle } = read;
  const { input, prediction, draws = [] } = bundle;
  const together = call.length === 0 ? [read] : call.map(readBundle);
  const shown = shownText(together);
  if (input === undefined || prediction === undefined || shown === null) return null;
  return cleanText(
    [
      `Bundle ${bundle.bundle_id}, schema ${bundle.schema_version}, made ${bundle.made_at}`,
      `SHA-256 ${read.sha256}, as computed from its text`,
      `Model ${input.model.name} ${input.model.version}, prompt ${input.model.prompt_id}`,
      '',
      'WHAT THE MODEL WAS SHOWN',
      '',
      shown,
      'WHAT IT ANSWERED',
      '',
      `${answerLine(prediction)}; traded: ${prediction.side ?? 'nothing'}`,
      '',
      prediction.reasoning,
      ...(draws.length > 1
        ? ['', `The median of ${draws.length} answers:`, ...draws.map((one) => `- ${answerLine(one)}`)]
        : []),
      ...combinedLines(bundle.combined),
      '',
    ].join('\n'),
  );
};

/** The text shown to the model for the bundles of one call. */
const shownText = (together: readonly (Read | null)[]): string | null => {
  const all = together.flatMap((read) => {
    const input = read?.bundle.input;
    return input === undefined ? [] : [{ input, words: read?.words as Words | null }];
  });
  if (all.length === 0 || all.length < together.length) return null;
  // Schema 1.0.0: the model was shown the canonical JSON itself.
  return all.some(({ words }) => words === null)
    ? JSON.stringify(all[0]?.input, null, 2)
    : renderInputs(all.map(({ input, words }) => ({ input, words: words ?? {} })));
};

/** Aggregates of the answers; older bundles lack them. */
const combinedLines = (combined: Combined | undefined): string[] => {
  if (combined === undefined) return [];
  const { shrunk, calibrated, markets } = combined;
  const fitted = `${markets} markets of this model that were decided before that day`;
  return [
    '',
    ...(shrunk === null ? [] : [`Drawn towards even odds together: ${shrunk}`]),
    calibrated === null ? `Not calibrated: ${fitted}` : `Calibrated: ${calibrated}, by ${fitted}`,
  ];
};

const answerLine = ({ probability_yes, confidence, direction }: Forecast): string =>
  `YES ${probability_yes}, confidence ${confidence}, ${direction}`;
