/** What a verification says while it runs, and how it ends. */
import { Broken } from '../../../verification/finding';

/** Something could not be read. Nothing is proven broken, and nothing that hangs on it is proven. */
export class Unread extends Error {}

export interface Report {
  /** One check that held, in one line. */
  held(check: string, detail: string): void;
  /** Something a reader should know, in one line. */
  note(text: string): void;
  /** Progress inside a long check. */
  progress(check: string, done: number, total: number): void;
}

/**
 * The four questions that a verification answers: whether it is the log that was signed and seen before, whether
 * something is missing from it, whether the exchanges decided so, and whether what is published follows from it.
 */
const QUESTIONS = ['Unchanged', 'Complete', 'Outcomes', 'Figures'] as const;

export type Question = (typeof QUESTIONS)[number];

interface Answer {
  readonly answer: 'yes' | 'no' | 'not checked';
  readonly detail: string;
}

/** Exit codes of a verification. */
export const EXIT = { yes: 0, no: 1, unread: 2, otherVersion: 3 } as const;

/** The answers, and what was not looked at. */
export class Verdict {
  /** What is being asked: an error is an answer to it. */
  stage: Question = 'Unchanged';
  readonly answers = new Map<Question, Answer>();
  readonly verified: string[] = [];
  /** What was not looked at, and why. */
  readonly left: string[] = [];
  /** What was asked for and could not be read. */
  readonly unread: string[] = [];
  /** Whether something is wrong, or so much is missing that it is no everyday loss. */
  isWrong = false;
  /** What ended it before its end. */
  failure: Error | null = null;
  private otherVersion: string | null = null;

  answer(question: Question, answer: Answer['answer'], detail: string): void {
    this.answers.set(question, { answer, detail });
  }

  fail(error: Broken): void {
    this.failure = error;
    this.isWrong = true;
    this.answer(this.stage, 'no', error.message);
  }

  /** Could not be finished, or is of another version: nothing that follows was looked at. */
  stop(error: Error, isOtherVersion: boolean): void {
    const reason = error.message;
    this.failure = error;
    if (isOtherVersion) this.otherVersion = reason;
    else this.unread.push(reason);
    this.answer(this.stage, 'not checked', reason);
  }

  get exitCode(): number {
    if (this.isWrong) return EXIT.no;
    if (this.unread.length > 0) return EXIT.unread;
    return this.otherVersion === null ? EXIT.yes : EXIT.otherVersion;
  }

  /** Four lines, each yes, no or not checked; then what was not read. */
  get lines(): string[] {
    const line = (name: string, answer: string, detail: string): string =>
      `${name.padEnd(14)} ${answer.padEnd(11)} ${detail}`.trimEnd();
    const list = (parts: readonly string[]): string => parts.join('; ');
    return [
      ...QUESTIONS.map((question) => {
        const { answer, detail } = this.answers.get(question) ?? { answer: 'not checked', detail: '' };
        const further = question === 'Unchanged' && answer === 'yes' ? this.verified : [];
        return line(question, answer, list([detail, ...further]));
      }),
      ...(this.left.length === 0 ? [] : [line('Not read', '', list(this.left))]),
      ...(this.failure instanceof Broken ? [`WRONG  ${this.failure.message}`] : []),
      ...(this.unread.length === 0 ? [] : [`Could not be read: ${list(this.unread)}`]),
      ...(this.otherVersion === null ? [] : [`Another version of the format: ${this.otherVersion}`]),
    ];
  }
}

/**
 * Text of a stranger for a terminal: everything that is no printable ASCII, and so could move the cursor, reverse
 * the reading direction or look like another letter, is written as its code.
 */
export const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e“”’–—−×…]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
