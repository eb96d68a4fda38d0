import { notFound, type ProblemException } from '../platform/http/problem';

export const untrackedMarket = (): ProblemException => notFound('No tracked market of this exchange has this ticker.');
