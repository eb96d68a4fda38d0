/** Quality on labelled texts: relevance of items to questions, and tracking of questions. */
import { pairs } from './evidence/pairs';
import { tracking } from './evidence/tracking';

export const parts = { pairs, tracking };
