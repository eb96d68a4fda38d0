/** Rules for shadow answers. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import { parseMicros } from '../platform/common/utc-time';
import { ARMS, shownInput, type Arm, type ShownInput } from '../forecasting/input/arms';
import type { ForecastInput } from '../forecasting/input/forecast-input';
import type { LogRecord } from '../registry/log/log-record';
import { insistAnswer } from './bundle-rules';
import type { LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import { isObject, type Members } from './received-json';

/** @param bundle the recorded answer @param intent must name the shadow @throws Broken */
export const checkShadow = (shadow: Members, record: LogRecord, bundle: Members, intent: LoggedDocument): void => {
  const arm = ARMS.find((one) => one === shadow.object['arm']);
  shadow.insist(arm !== undefined, `arm is none of ${ARMS.join(', ')}`);
  const model = shadow.at('model').text('name');
  const suffix = arm === 'A' ? '' : `-${String(arm).toLowerCase()}`;
  const id = `sh-${String(bundle.object['bundle_id']).slice(3)}-${model}${suffix}`;
  shadow.insist(record.id === id, `its id is not ${id}`);
  const { inputSha256, evidenceSha256 } = hashesOf(bundle.at('input'), arm as Arm);
  shadow.equal('input_sha256', inputSha256, 'which follows from its bundle and arm');
  shadow.equal('evidence_sha256', evidenceSha256, 'which follows from its bundle and arm');
  const named = intent.members
    .list('beside')
    .some(
      (one) =>
        isObject(one) &&
        one['arm'] === arm &&
        one['input_sha256'] === shadow.object['input_sha256'] &&
        isObject(one['model']) &&
        one['model']['name'] === model,
    );
  shadow.insist(named, 'is not named in its intent: it was asked without one');
  const asked = parseMicros(intent.record.made_at) ?? 0;
  const made = parseMicros(record.made_at) ?? 0;
  shadow.insist(made <= asked + HOUR_MS * 1000, 'came more than an hour after its intent');
  insistAnswer(shadow.at('prediction'));
};

/** Rivals are asked about the same input, also those that do not answer. @throws Broken */
export const checkBeside = (input: Members, { object, what }: Members): void => {
  for (const one of Array.isArray(object['beside']) ? object['beside'].filter(isObject) : []) {
    const arm = ARMS.find((known) => known === one['arm']);
    const follows = arm !== undefined && one['input_sha256'] === hashesOf(input, arm).inputSha256;
    insist(follows, what, `beside: its input in arm ${String(arm)} does not follow from that of its bundle`);
  }
};

/** The model's input, hashed with and without the member `model`. */
const hashesOf = (input: Members, arm: Arm): ShownInput => {
  try {
    return shownInput(input.object as unknown as ForecastInput, arm);
  } catch {
    // Untrusted input may lack members.
    throw new Broken(input.what, `cannot be shown as arm ${arm}`);
  }
};
