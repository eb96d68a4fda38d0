/** A question with its crowd's probability of YES: binary only; null (never 0) while hidden or without forecasts. */
import { timestampOf } from '../../platform/common/foreign-json';
import type { ParsedItem, Scalar } from '../../event-log/item';
import { pick } from '../../platform/common/pick';

type ForecastingSite = 'metaculus' | 'manifold';

export type QuestionStatus = 'upcoming' | 'open' | 'closed' | 'resolved';

export interface Question {
  readonly site: ForecastingSite;
  /** The site's id; in a group, the post's id and its own: `11480/10880`. */
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly summary: string | null;
  /** UTC milliseconds. */
  readonly publishedAt: number | null;
  /** `binary`, `multiple_choice`, `numeric` … in lower case, as the site names it. */
  readonly type: string;
  /** As stated by the site, even past the closing time. */
  readonly status: QuestionStatus;
  /** Probability of YES, 0 to 1. */
  readonly consensus: number | null;
  readonly forecasters: number | null;
  /** The site's own value (`yes`, `annulled`, `YES`, `MKT`, an option …); null until resolved. */
  readonly resolution: string | null;
  /** 0 to 1, for a question resolved to a probability. */
  readonly resolutionProbability: number | null;
  /** UTC microseconds. */
  readonly closesAt: number | null;
}

/** The item of a question. Its key never changes, so it is stored once. */
export const questionItem = (question: Question): ParsedItem => ({
  key: `${question.site}:${question.id}`,
  ...pick(question, 'title', 'url', 'publishedAt'),
  lang: null,
  summary: question.summary,
  publisher: null,
  attributes: attributesOf(question),
});

/** Additional fields for `vedette parse`. */
export const questionRecord = (question: Question) => ({
  ...pick(question, 'type', 'status', 'consensus', 'forecasters', 'resolution'),
  resolution_probability: question.resolutionProbability,
  closes_at: timestampOf(question.closesAt),
});

const attributesOf = (question: Question): Readonly<Record<string, Scalar>> => ({
  question_type: question.type,
  status: question.status,
  ...(question.consensus === null ? {} : { consensus: question.consensus }),
  ...(question.forecasters === null ? {} : { forecasters: question.forecasters }),
});
