import { ProblemException } from '../platform/http/problem';

export const noEntity = (id: string): ProblemException =>
  new ProblemException('not-found', {
    detail: `No entity has the id ${JSON.stringify(id.slice(0, 100))}. /v1/ontology/entities?q= finds ids by name.`,
  });
