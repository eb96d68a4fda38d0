import { cut, escapeMarks, jsonLine, oneLine } from '../../platform/common/plain-text';

/** A judge's prompts and answers. Grades: 2 the very event or a direct part, 1 moves the odds by a step, 0 neither. */
export type Grade = 0 | 1 | 2;

/** Judge input, never with a price, a score or a forecast. */
export interface JudgedItem {
  readonly title: string;
  readonly summary: string | null;
  readonly source: string | null;
  /** Publication time, RFC 3339; null when unknown. */
  readonly at: string | null;
}

export interface JudgedQuestion {
  readonly question: string;
  /** Deadline, `YYYY-MM-DD`; null when unknown. */
  readonly day: string | null;
}

export interface JudgePrompt {
  readonly id: string;
  readonly system: string;
  readonly user: string;
  readonly schema: typeof JUDGE_SCHEMA;
}

export interface Verdict {
  readonly grade: Grade;
  readonly reason: string;
}

export interface ReadVerdicts {
  /** By the question's index in the list, from 0. */
  readonly verdicts: ReadonlyMap<number, Verdict>;
  readonly faults: readonly string[];
}

/** Minimum relevance for asking a judge. */
export const ASK_FROM = 0.15;
/** Pairs of an item and a market that are read for one tick, newest first. */
export const PAIRS_MAX = 4_000;
export const QUESTIONS_MAX = 16;

const TITLE_MAX = 300;
const EXTRACT_MAX = 600;
const QUESTION_MAX = 300;
const REASON_MAX = 120;

const JUDGE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['verdicts'],
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['question', 'reason', 'grade'],
        properties: {
          question: { type: 'integer', description: 'Number of the question.' },
          reason: { type: 'string', description: 'At most eight words.' },
          grade: { type: 'integer', enum: [0, 1, 2] },
        },
      },
    },
  },
} as const;

export const judgePrompt = (
  { id, text }: { readonly id: string; readonly text: string },
  item: JudgedItem,
  questions: readonly JudgedQuestion[],
): JudgePrompt => ({
  id,
  system: text,
  user: [
    'Report:',
    jsonLine({
      headline: cut(item.title, TITLE_MAX),
      ...(item.summary === null ? {} : { extract: cut(item.summary, EXTRACT_MAX) }),
      ...(item.source === null ? {} : { source: item.source }),
      ...(item.at === null ? {} : { published: item.at }),
    }),
    'Questions:',
    ...questions.map(
      ({ question, day }, at) =>
        `${at + 1}. ${escapeMarks(cut(oneLine(question), QUESTION_MAX))}${day === null ? '' : ` (decided by ${day})`}`,
    ),
    'Answer as JSON: {"verdicts": [{"question": number, "reason": string, "grade": 0, 1 or 2}, …]}.',
  ].join('\n'),
  schema: JUDGE_SCHEMA,
});

/** Parses an answer, JSON or its text: invalid grades and unknown questions are reported and skipped. */
export const readVerdicts = (answer: unknown, asked: number): ReadVerdicts => {
  const rows = rowsOf(answer);
  if (rows === null) return { verdicts: new Map(), faults: ['the answer holds no list of verdicts'] };
  const verdicts = new Map<number, Verdict>();
  const faults: string[] = [];
  for (const row of rows.slice(0, 4 * QUESTIONS_MAX)) {
    const { question, grade, reason } = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
    if (typeof question !== 'number' || !Number.isInteger(question) || question < 1 || question > asked)
      faults.push(`a verdict on question ${shown(question)}, which was not asked`);
    else if (grade !== 0 && grade !== 1 && grade !== 2)
      faults.push(`question ${question} has the grade ${shown(grade)}, not 0, 1 or 2`);
    else if (verdicts.has(question - 1)) faults.push(`question ${question} is answered twice`);
    else
      verdicts.set(question - 1, { grade, reason: cut(oneLine(typeof reason === 'string' ? reason : ''), REASON_MAX) });
  }
  const missing = asked - verdicts.size;
  if (missing > 0) faults.push(`${missing} of ${asked} questions are not answered`);
  return { verdicts, faults };
};

/**
 * Relevance by a verdict: above the threshold for 1 and 2, below {@link ASK_FROM} for 0; the rule's own value orders
 * items of one grade.
 *
 * @param relevance by the rule, 0 to 1
 */
export const relevanceBy = (grade: Grade, relevance: number): number =>
  Math.round((BASE[grade] + SPAN[grade] * relevance) * 1000) / 1000;

const BASE = { 0: 0, 1: 0.5, 2: 0.8 } as const;
const SPAN = { 0: 0.1, 1: 0.25, 2: 0.2 } as const;

const rowsOf = (answer: unknown): readonly unknown[] | null => {
  let value = answer;
  if (typeof value === 'string')
    try {
      value = JSON.parse(unfenced(value));
    } catch {
      return null;
    }
  const rows = typeof value === 'object' && value !== null ? (value as { verdicts?: unknown }).verdicts : null;
  return Array.isArray(rows) ? rows : null;
};

/** Servers without structured output may put their JSON in a code fence. */
const unfenced = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.startsWith('```') ? trimmed.slice(trimmed.indexOf('\n') + 1, trimmed.lastIndexOf('```')) : trimmed;
};

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 40));
