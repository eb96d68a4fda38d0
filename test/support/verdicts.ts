/** Verdicts of both verifiers on a service that runs in this process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Deployment } from '../../src/delivery/cli/verify/deployment.client';
import type { Verdict } from '../../src/delivery/cli/verify/report';
import { verifyDeployment } from '../../src/delivery/cli/verify/verify-deployment';
import { packagePath } from '../../src/platform/common/package-root';
import { formatMillis } from '../../src/platform/common/utc-time';
import { hasTool } from './tools';
import { firstReader, silent } from './verified';

/** The verdict of `vedette verify` on a reader's first visit. @param now UTC ms */
export const verdictOf = (baseUrl: string, now: number): Promise<Verdict> =>
  verifyDeployment(
    new Deployment({ baseUrl, apiKey: null, waitMaxSeconds: 0, onWait: () => undefined }),
    silent,
    firstReader(now),
  );

interface Output {
  readonly code: number;
  readonly stdout: string;
}

/** Output and exit code of `tools/verify.py`; null without Python or openssl. */
export const pythonVerdictOf = async (baseUrl: string, now: number): Promise<Output | null> => {
  if (!hasTool('python3') || !hasTool('openssl')) return null;
  const args = [packagePath('tools', 'verify.py'), baseUrl, '--as-of', formatMillis(now)];
  try {
    return { code: 0, stdout: (await promisify(execFile)('python3', args)).stdout };
  } catch (error) {
    return error as Output;
  }
};

/** Lines other than yes to a question that every honest log answers with yes. */
export const notAffirmed = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^(Unchanged|Figures) +no|^WRONG/.test(line));

/** Lines that accuse an operator; incompleteness alone is not an accusation. */
export const accusations = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^(Unchanged|Figures) +no( |$)|^WRONG/.test(line));
