import { Broken } from '../../../verification/finding';
import type { PublicFiles } from './public-files';

/** Something could not be read: neither it nor anything that depends on it is proven or disproven. */
export class Unread extends Error {}

export interface Report {
  held(check: string, detail: string): void;
  note(text: string): void;
  progress(check: string, done: number, total: number): void;
}

export interface Findings {
  readonly report: Report;
  readonly verdict: Verdict;
}

export interface Reading extends Findings {
  readonly files: PublicFiles;
}

/** Is it the log seen before, is anything missing, did the exchanges decide so, do the figures follow. */
const QUESTIONS = ['Unchanged', 'Complete', 'Outcomes', 'Figures'] as const;

export type Question = (typeof QUESTIONS)[number];

interface Answer {
  readonly answer: 'yes' | 'no' | 'not checked';
  readonly detail: string;
}

export const EXIT = { yes: 0, no: 1, unread: 2, otherVersion: 3 } as const;

export class Verdict {
  stage: Question = 'Unchanged';
  readonly answers = new Map<Question, Answer>();
  readonly verified: string[] = [];
  readonly left: string[] = [];
  readonly unread: string[] = [];
  isWrong = false;
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

/** All but printable ASCII, which could move the cursor, reverse the reading direction or imitate other letters. */
export const escaped = (text: string): string =>
  text.replace(/[^\x20-\x7e“”’–—−×…]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
