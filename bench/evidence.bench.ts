/** Judgement on labelled texts: which items count for which questions, and which questions are tracked. */
import { pairs } from './evidence/pairs';
import { tracking } from './evidence/tracking';

export const parts = { pairs, tracking };
