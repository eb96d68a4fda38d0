/** The record of a withdrawal: the item whose texts are no longer served, so that missing texts are accounted for. */
import { sha256Hex } from '../../platform/common/sha256';
import type { AppendRequest } from './log-appender.service';
import { documentRequest } from './log-document';

/** @param nth from 1: an item can be withdrawn again, from later bundles */
const withdrawalId = (item: string, nth: number): string => `w-${sha256Hex(item).slice(0, 24)}-${nth}`;

export const withdrawalRequest = (item: string, nth: number, bundles: readonly string[]): AppendRequest =>
  documentRequest('withdrawal', withdrawalId(item, nth), () => ({ item, bundles: [...bundles].sort() }));
