import { ProblemException, notFound } from '../platform/http/problem';

export const noEntity = (id: string): ProblemException =>
  notFound(`No entity has the id ${JSON.stringify(id.slice(0, 100))}. /v1/ontology/entities?q= finds ids by name.`);
