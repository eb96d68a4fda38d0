/** A replay bundle as a person reads it: what the model was shown, word for word, and what it answered. */
import { cleanText } from '../common/plain-text';
import { readServedBundle } from '../registry/served-document';
import type { ForecastInput, Words } from './input/forecast-input';
import { renderInput } from './input/render-input';

interface Answer {
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly reasoning: string;
}

interface Bundle {
  readonly schema_version?: string;
  readonly bundle_id?: string;
  readonly made_at?: string;
  readonly input?: ForecastInput;
  readonly prediction?: Answer & { readonly model: string; readonly side: string | null };
  readonly draws?: readonly Answer[];
}

/**
 * @param served the text at `/api/replay-bundle/{id}`
 * @returns null where it is no bundle, or its hash is not that of its text
 */
export const bundleText = (served: string): string | null => {
  const read = readServedBundle(served);
  if (read === null) return null;
  const bundle = JSON.parse(read.text) as Bundle;
  const { input, prediction, draws = [] } = bundle;
  if (input === undefined || prediction === undefined) return null;
  const shown =
    read.words === null
      ? // Schema 1.0.0: the model was shown the canonical JSON itself.
        JSON.stringify(input, null, 2)
      : renderInput(input, read.words as Words);
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
        ? ['', `The median of ${draws.length} answers:`, ...draws.map((one) => `- ${answerLine(one)}`)] // prettier-ignore
        : []),
      '',
    ].join('\n'),
  );
};

const answerLine = ({ probability_yes, confidence, direction }: Answer): string =>
  `YES ${probability_yes}, confidence ${confidence}, ${direction}`;
