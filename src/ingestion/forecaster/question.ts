/**
 * A question on a forecasting site and what its crowd thinks, whichever site. The crowd's consensus is
 * a probability of YES and exists for binary questions only; while the site hides it, or nobody has
 * forecast, it is null and never 0.
 */
import { timestampOf } from '../../platform/common/foreign-json';
import type { ParsedItem, Scalar } from '../../event-log/item';

type ForecastingSite = 'metaculus' | 'manifold';

export type QuestionStatus = 'upcoming' | 'open' | 'closed' | 'resolved';

export interface Question {
  readonly site: ForecastingSite;
  /** The site's id; of a question inside a group, the post's id and its own: `11480/10880`. */
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly summary: string | null;
  /** UTC milliseconds. */
  readonly publishedAt: number | null;
  /** `binary`, `multiple_choice`, `numeric` … in lower case, as the site names it. */
  readonly type: string;
  /** As the site states it: an open question past its closing time is the site's to close. */
  readonly status: QuestionStatus;
  /** Probability of YES, 0 to 1. */
  readonly consensus: number | null;
  readonly forecasters: number | null;
  /** The site's own word (`yes`, `annulled`, `YES`, `MKT`, an option …); null until resolved. */
  readonly resolution: string | null;
  /** Where YES settled on a scale of 0 to 1, for a question resolved to a probability. */
  readonly resolutionProbability: number | null;
  /** UTC microseconds. */
  readonly closesAt: number | null;
}

/** The item that says that a question exists. Its key never changes, so it enters the log once. */
export const questionItem = (question: Question): ParsedItem => ({
  key: `${question.site}:${question.id}`,
  title: question.title,
  url: question.url,
  publishedAt: question.publishedAt,
  lang: null,
  summary: question.summary,
  publisher: null,
  attributes: attributesOf(question),
});

/** What else `vedette parse` prints of a question, besides the fields of an item. */
export const questionRecord = (question: Question) => ({
  type: question.type,
  status: question.status,
  consensus: question.consensus,
  forecasters: question.forecasters,
  resolution: question.resolution,
  resolution_probability: question.resolutionProbability,
  closes_at: timestampOf(question.closesAt),
});

const attributesOf = (question: Question): Readonly<Record<string, Scalar>> => ({
  question_type: question.type,
  status: question.status,
  ...(question.consensus === null ? {} : { consensus: question.consensus }),
  ...(question.forecasters === null ? {} : { forecasters: question.forecasters }),
});
