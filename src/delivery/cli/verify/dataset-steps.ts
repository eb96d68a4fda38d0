/** What stands beside the dataset: its card, its files under their hashes, and what each day was sealed with. */
import { filePath } from '../../../dataset/croissant';
import { DATASET_FORMATS } from '../../../dataset/dataset-format';
import { hubCard } from '../../../dataset/hub-card';
import { sha256Hex } from '../../../platform/common/sha256';
import { ANSWERS_PATH } from '../../../verification/answer-rows';
import {
  checkSealedDataset,
  DATASET_DAYS_PATH,
  readSealedDatasets,
  type SealedDataset,
} from '../../../verification/sealed-datasets';
import { firstDifference } from '../../../verification/received-json';
import { insist } from '../../../verification/finding';
import type { PublicFiles } from './public-files';
import { step, type Step } from './single-step';
import type { ProvenLog } from './verify-log';
import { formatsOf, otherFormatStep, type Published } from './verify-published';

const CARD_PATH = '/api/dataset/README.md';

export const datasetSteps = (files: PublicFiles, { bytes, answerBytes, parts }: Published): readonly Step[] => [
  step(CARD_PATH, async (path) => {
    const { text } = await files.get(path);
    const due = hubCard(parts);
    insist(text === due, path, `is not made from the rows: it differs from character ${firstDifference(text, due)} on`);
  }),
  ...DATASET_FORMATS.map((format) =>
    step(filePath(parts.files[format].sha256, format), async (path) => {
      const same = bytes[format].equals((await files.get(path)).bytes);
      insist(same, path, 'does not have the SHA-256 of its address');
    }),
  ),
  otherFormatStep(files, ANSWERS_PATH, 'csv', answerBytes),
  otherFormatStep(files, ANSWERS_PATH, 'parquet', answerBytes),
];

/** The files of sealed days. Their list is read here already: it says which addresses there are. @throws Broken */
export const sealedDatasetSteps = async (
  files: PublicFiles,
  proven: ProvenLog,
  { parts }: Published,
): Promise<readonly Step[]> => {
  const sealed = new Set<string>();
  return readSealedDatasets((await files.get(DATASET_DAYS_PATH)).text, parts.base).flatMap((dataset) =>
    DATASET_FORMATS.map((format) =>
      step(dataset.files[format].path, async (path) => {
        const given = await files.get(path);
        const { sha256, bytes: length } = dataset.files[format];
        const same = given.bytes.length === length && sha256Hex(given.bytes) === sha256;
        insist(same, path, `is not the file that ${DATASET_DAYS_PATH} states`);
        if (format === 'jsonl') await checkRowsOfDay(dataset, given.text, proven, sealed);
      }),
    ),
  );
};

/** Rows as the log had them then; what is stated of the other formats is made from these rows. */
const checkRowsOfDay = async (
  dataset: SealedDataset,
  text: string,
  { history }: ProvenLog,
  sealed: Set<string>,
): Promise<void> => {
  const rows = checkSealedDataset(dataset, text, history, sealed);
  if (rows === null) return;
  const due = await formatsOf(rows);
  for (const format of DATASET_FORMATS)
    insist(
      sha256Hex(due[format]) === dataset.files[format].sha256,
      DATASET_DAYS_PATH,
      `${dataset.date}: the SHA-256 of ${format} does not follow from the rows of that day`,
    );
};
