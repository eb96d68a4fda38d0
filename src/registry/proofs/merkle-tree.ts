/**
 * The Merkle tree of the log (RFC 9162, 2.1), on the side of the log. Only hashes of complete subtrees are stored: node
 * (level, index) covers the 2^level leaves from index · 2^level on, and never changes. An append writes at most one
 * node per level and a proof reads about two, so both cost O(log n).
 *
 * The {@link Frontier} of a tree is the list of its largest complete subtrees from left to right, one per bit of its
 * size: 13 leaves = 8 + 4 + 1. An append needs only the frontier.
 */
import { EMPTY_ROOT, nodeHash } from './merkle-proof';

export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

export interface HashedNode extends TreeNode {
  readonly hash: string;
}

export type Frontier = readonly string[];

/** The tree after one more leaf, and the nodes that the leaf completed (itself first). */
export const appendLeaf = (
  frontier: Frontier,
  size: number,
  leaf: string,
): { readonly frontier: Frontier; readonly completed: readonly HashedNode[] } => {
  const grown = [...frontier];
  const completed: HashedNode[] = [{ level: 0, index: size, hash: leaf }];
  let node: HashedNode = { level: 0, index: size, hash: leaf };
  // A right child completes its parent; a left child waits for its sibling.
  while (node.index % 2 === 1) {
    const left = grown.pop();
    if (left === undefined) throw new Error(`A frontier of ${frontier.length} cannot have size ${size}`);
    node = { level: node.level + 1, index: (node.index - 1) / 2, hash: nodeHash(left, node.hash) };
    completed.push(node);
  }
  return { frontier: [...grown, node.hash], completed };
};

export const rootOf = (frontier: Frontier): string =>
  frontier.length === 0 ? EMPTY_ROOT : frontier.reduceRight((right, left) => nodeHash(left, right));

export const frontierNodes = (size: number): TreeNode[] => completeNodes({ begin: 0, end: size });

/** From `begin` to `end`, exclusive; `begin` is a multiple of the largest power of 2 inside. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The nodes to fetch for a proof, and how to compute its path from their hashes. */
export interface ProofPlan {
  readonly nodes: readonly TreeNode[];
  path(hashOf: (node: TreeNode) => string): string[];
}

/** RFC 9162, 2.1.3.1: the path from leaf `index` to the root of the first `size` leaves. */
export const planInclusion = (index: number, size: number): ProofPlan => {
  if (!(index >= 0 && index < size)) throw new RangeError(`No leaf ${index} in a tree of ${size}`);
  const ranges: Range[] = [];
  let whole: Range = { begin: 0, end: size };
  while (whole.end - whole.begin > 1) {
    const { left, right } = split(whole);
    const inLeft = index < left.end;
    ranges.unshift(inLeft ? right : left);
    whole = inLeft ? left : right;
  }
  return plan(ranges);
};

/** RFC 9162, 2.1.4.1: that the first `first` leaves are a prefix of the first `second`. */
export const planConsistency = (first: number, second: number): ProofPlan => {
  if (!(first >= 0 && first <= second)) throw new RangeError(`${first} is not within ${second}`);
  if (first === 0 || first === second) return plan([]);
  const ranges: Range[] = [];
  let whole: Range = { begin: 0, end: second };
  while (whole.end !== first) {
    const { left, right } = split(whole);
    const inLeft = first <= left.end;
    ranges.unshift(inLeft ? right : left);
    whole = inLeft ? left : right;
  }
  // The reader has the first root, so it is omitted where it is a node of the second tree.
  return plan(whole.begin === 0 ? ranges : [whole, ...ranges]);
};

const plan = (ranges: readonly Range[]): ProofPlan => ({
  nodes: ranges.flatMap(completeNodes),
  path: (hashOf) => ranges.map((range) => rootOf(completeNodes(range).map(hashOf))),
});

/** Splits at the largest power of two below the width. */
const split = ({ begin, end }: Range): { left: Range; right: Range } => {
  const middle = begin + 2 ** topBit(end - begin - 1);
  return { left: { begin, end: middle }, right: { begin: middle, end } };
};

/** Exponent of the largest power of two up to a number; Math.log2 rounds up from 2^47 on. */
const topBit = (value: number): number => {
  let bit = 0;
  while (2 ** (bit + 1) <= value) bit++;
  return bit;
};

/** A range as complete subtrees, largest first. */
const completeNodes = ({ begin, end }: Range): TreeNode[] => {
  const nodes: TreeNode[] = [];
  for (let at = begin; at < end;) {
    const level = topBit(end - at);
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
};
