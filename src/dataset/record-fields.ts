/** The fields of the record as a flat list, read from the schema, for prose, columns and manifests. */
import { RECORD_NODE, STABILITY_KEYWORD, type SchemaNode, type Stability } from './record-schema';

export interface RecordField {
  /** `question.text` */
  readonly path: string;
  readonly segments: readonly string[];
  /** `string`, `number or null`, … */
  readonly type: string;
  readonly nullable: boolean;
  readonly stability: Stability;
  readonly description: string;
  /** Constraints as text: enumeration, range, pattern. */
  readonly rules: readonly string[];
  /** Whether it has members, which follow it. */
  readonly group: boolean;
  readonly node: SchemaNode;
}

/** All fields, groups before their members, in schema order. */
export const recordFields = (node: SchemaNode = RECORD_NODE): RecordField[] => fieldsOf(node, []);

/** Fields with a value: the columns of CSV and Parquet. */
export const recordColumns = (node: SchemaNode = RECORD_NODE): RecordField[] =>
  recordFields(node).filter(({ group }) => !group);

/** A field's value in a record; null if a parent is null. */
export const fieldValue = (record: unknown, { segments }: Pick<RecordField, 'segments'>): unknown => {
  let value: unknown = record;
  for (const segment of segments) {
    if (value === null || typeof value !== 'object') return null;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
};

const fieldsOf = (node: SchemaNode, above: readonly string[]): RecordField[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const segments = [...above, name];
    const types = [child.type ?? []].flat();
    return [
      {
        path: segments.join('.'),
        segments,
        type: types.join(' or '),
        nullable: types.includes('null'),
        stability: child[STABILITY_KEYWORD] ?? 'stable',
        description: child.description ?? '',
        rules: rulesOf(child),
        group: child.properties !== undefined,
        node: child,
      },
      ...fieldsOf(child, segments),
    ];
  });

const rulesOf = (node: SchemaNode): string[] => [
  ...(node.enum === undefined ? [] : [`one of ${node.enum.map(String).join(', ')}`]),
  ...(node.format === undefined ? [] : [`format ${node.format}`]),
  ...(node.minimum === undefined ? [] : [`at least ${node.minimum}`]),
  ...(node.maximum === undefined ? [] : [`at most ${node.maximum}`]),
  ...(node.pattern === undefined ? [] : [`matches ${node.pattern}`]),
];
