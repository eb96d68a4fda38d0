/** HTTP: cost of a response compared with a bare route, and a running deployment under mixed load. */
import { answers } from './http/answers';
import { deployment } from './http/deployment';
import { serveBare, serveDatabase, serveLoad, serveService } from './http/roles';

export const parts = {
  answers,
  deployment,
  service: serveService,
  bare: serveBare,
  load: serveLoad,
  database: serveDatabase,
};
