import { DATASET_FORMATS } from '../../../dataset/dataset-format';
import { sha256Hex } from '../../../platform/common/sha256';
import { checkSealedDataset, DATASET_DAYS_PATH, readSealedDatasets } from '../../../verification/sealed-datasets';
import { insist } from '../../../verification/finding';
import type { PublicFiles } from './public-files';
import { step, type Step } from './single-step';
import type { ProvenLog } from './proven-log';
import type { Published } from './verify-published';

/** The files of sealed days. Their list is read immediately to get the addresses. @throws Broken */
export const sealedDatasetSteps = async (
  files: PublicFiles,
  { history }: ProvenLog,
  { base }: Published,
): Promise<readonly Step[]> => {
  const sealed = new Set<string>();
  return readSealedDatasets((await files.get(DATASET_DAYS_PATH)).text, base).flatMap((dataset) =>
    DATASET_FORMATS.map((format) =>
      step(dataset.files[format].path, async (path) => {
        const given = await files.get(path);
        const { sha256, bytes: length } = dataset.files[format];
        const same = given.bytes.length === length && sha256Hex(given.bytes) === sha256;
        insist(same, path, `is not the file that ${DATASET_DAYS_PATH} states`);
        if (format === 'jsonl') checkSealedDataset(dataset, given.text, history, sealed);
      }),
    ),
  );
};
