/** The record of a key change, signed by both keys, so that readers who trust the old key can trust the new one. */
import { sha256Hex } from '../../platform/common/sha256';
import type { AppendRequest } from './log-appender.service';
import { documentRequest } from './log-document';

/** The text that both keys sign; its first line is not an origin, so it is not a checkpoint of any log. */
export const keyChangeText = (origin: string, previous: string, vkey: string): string =>
  `log key change\n${origin}\n${previous}\n${vkey}\n`;

export const keyChangeId = (vkey: string): string => `k-${sha256Hex(vkey).slice(0, 24)}`;

/** @param note {@link keyChangeText} in a C2SP signed note with a line of each key */
export const keyChangeRequest = (previous: string, vkey: string, note: string): AppendRequest =>
  documentRequest(
    'key',
    keyChangeId(vkey),
    () => ({ previous, vkey, note }),
    () => [{ query: 'registry/change-key', row: { previous, vkey } }],
  );
