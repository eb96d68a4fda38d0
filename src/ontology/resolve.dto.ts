/** Queries and answers of the alias resolver. */
import { TextParameter } from '../platform/http/query-parameter';
import type { Resolution } from '../resolver/mention';

export class ResolveQuery {
  @TextParameter({
    description: 'The text. The whole address may have 8,192 bytes; a letter outside ASCII takes six to twelve.',
    example: 'Israel-Hamas talks in Doha stall',
    required: true,
    maxLength: 4000,
  })
  text!: string;

  @TextParameter({
    description: 'ISO 639-1 language of the text, if known.',
    example: 'en',
    maxLength: 2,
    pattern: /^[a-z]{2}$/,
    expected: 'must be an ISO 639-1 code: two lower-case letters',
  })
  lang?: string;
}

export class MentionResponse {
  /** Id of the entity. @example iran */
  readonly entity!: string;
  /** The alias found, as in the seed. @example Iranian */
  readonly alias!: string;
  /** Why it counts. @example demonym */
  readonly rule!: string;
  /** First UTF-16 unit in the text, from 0. @example 4 */
  readonly start!: number;
  /** UTF-16 unit after the last one. @example 11 */
  readonly end!: number;
  /** First code point in the text, from 0. @example 4 */
  readonly start_code_point!: number;
  /** Code point after the last one. @example 11 */
  readonly end_code_point!: number;
}

export class RefusalResponse {
  /** The alias or phrase in the text. @example "turkey sandwich" */
  readonly alias!: string;
  /** The entity that it does not denote here. @example turkey */
  readonly entity!: string;
  /** First UTF-16 unit in the text, from 0. @example 0 */
  readonly start!: number;
  /** UTF-16 unit after the last one. @example 15 */
  readonly end!: number;
  /** Reason. @example "the bird or a dish" */
  readonly reason!: string;
}

export class ResolutionResponse {
  /** Ids of the entities named: sorted, distinct. @example ["iran"] */
  readonly entities!: readonly string[];
  /** Each name found, in the order of the text. */
  readonly mentions!: readonly MentionResponse[];
  /** Words that look like a name but were refused. */
  readonly refused!: readonly RefusalResponse[];

  static from({ entities, mentions, refused }: Resolution): ResolutionResponse {
    return Object.assign(new ResolutionResponse(), {
      entities,
      mentions: mentions.map(({ startCodePoint, endCodePoint, ...mention }) => ({
        ...mention,
        start_code_point: startCodePoint,
        end_code_point: endCodePoint,
      })),
      refused,
    });
  }
}
