/** What the plan of a query reads and multiplies. */

/** As EXPLAIN or PROFILE tells it. */
export interface QueryPlan {
  readonly operatorType: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly children: readonly QueryPlan[];
}

interface Operator {
  readonly name: string;
  readonly details: string;
}

export const operators = (plan: QueryPlan): Operator[] => [
  {
    name: plan.operatorType.replace('@neo4j', ''),
    details: typeof plan.arguments['Details'] === 'string' ? plan.arguments['Details'] : '',
  },
  ...plan.children.flatMap(operators),
];

/** The labels or relationship types that a plan reads from end to end. */
export const scansOf = (plan: QueryPlan): string[] => [...new Set(operators(plan).flatMap(scanned))].sort();

const scanned = ({ name, details }: Operator): string[] => {
  if (!name.includes('Scan')) return [];
  const pattern = name.includes('Relationship') ? /\[\w*:([\w|]+)/ : /\w+:([\w|]+)/;
  return (pattern.exec(details)?.[1] ?? name).split('|');
};

/** Operators of which one side of a product has to be, for their rows not to multiply. */
const ONE_ROW = /^(EagerAggregation|NodeUniqueIndexSeek|NodeByElementIdSeek)/;

/** The last operators of both sides of each product of which both may have many rows. */
export const productsOf = (plan: QueryPlan): string[][] =>
  products(plan).filter((sides) => !sides.some((side) => ONE_ROW.test(side)));

const products = ({ operatorType, children }: QueryPlan): string[][] => [
  ...(operatorType.startsWith('CartesianProduct') ? [children.map((child) => child.operatorType)] : []),
  ...children.flatMap(products),
];

/** Nodes that are walked to from another one, although their own key is known: the walk reads all that the other one has. */
export const walkedInVain = (plan: QueryPlan): string[] => [
  ...(plan.operatorType.startsWith('Filter') && plan.children[0]?.operatorType.startsWith('Expand(All)') === true
    ? (/\b(\w+)\.(?:id|ticker) = .*\b\1:(?:Item|Market)\b/.exec(operators(plan)[0]?.details ?? '')?.slice(0, 1) ?? [])
    : []),
  ...plan.children.flatMap(walkedInVain),
];
