import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { readVectors } from '../../../test/support/vectors';
import { EMPTY_ROOT, leafHash, nodeHash, verifyConsistency, verifyInclusion } from './merkle-proof';
import {
  appendLeaf,
  frontierNodes,
  planConsistency,
  planInclusion,
  rootOf,
  type Frontier,
  type TreeNode,
} from './merkle-tree';
import { rootOfLeaves } from '../../../test/support/root-of-leaves';

// Past two powers of two: every shape of a tree that is not whole.
const SIZE = 70;

/** The definition of RFC 9162, 2.1.1, word for word: the yardstick for everything incremental. */
const definedRoot = (leaves: readonly string[]): string => {
  if (leaves.length === 0) return createHash('sha256').digest('hex');
  if (leaves.length === 1) return leaves[0] ?? '';
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)));
};

const key = ({ level, index }: TreeNode) => `${level}/${index}`;

/** A tree of `size` leaves as the service would store it, with the root after every append. */
const grow = (size: number) => {
  const stored = new Map<string, string>();
  const roots = [EMPTY_ROOT];
  let frontier: Frontier = [];
  const leaves = Array.from({ length: size }, (_, index) => leafHash(`leaf ${index}`));
  leaves.forEach((leaf, index) => {
    const grown = appendLeaf(frontier, index, leaf);
    frontier = grown.frontier;
    for (const node of grown.completed) stored.set(key(node), node.hash);
    roots.push(rootOf(frontier));
  });
  const hashOf = (node: TreeNode): string => {
    const hash = stored.get(key(node));
    if (hash === undefined) throw new Error(`Node ${key(node)} is not stored`);
    return hash;
  };
  return { leaves, roots, hashOf, stored };
};

const tree = grow(SIZE);

describe('appendLeaf', () => {
  it('has at every size the root that RFC 9162 defines', () => {
    for (let size = 0; size <= SIZE; size++) {
      expect(tree.roots[size]).toBe(definedRoot(tree.leaves.slice(0, size)));
      expect(rootOfLeaves(tree.leaves.slice(0, size))).toBe(tree.roots[size]);
      expect(rootOf(frontierNodes(size).map(tree.hashOf))).toBe(tree.roots[size]);
    }
  });

  it('stores less than two nodes a leaf', () => {
    expect(tree.stored.size).toBeLessThan(2 * SIZE);
  });

  it('refuses a frontier that does not fit the size', () => {
    expect(() => appendLeaf([], 1, leafHash('x'))).toThrow('cannot have size');
  });
});

/** Trees of near sizes have paths in common: the size is in the signed head, not in the proof. */
const isSize = (member: string, value: unknown): boolean =>
  ['treeSize', 'first', 'second'].includes(member) && typeof value === 'number';

describe('inclusion proofs', () => {
  const proofOf = (leafIndex: number, treeSize: number) => ({
    leafIndex,
    treeSize,
    leafHash: tree.leaves[leafIndex],
    rootHash: tree.roots[treeSize],
    path: planInclusion(leafIndex, treeSize).path(tree.hashOf),
  });

  it(`hold for every leaf of every size up to ${SIZE}, and for no other leaf or size`, () => {
    for (let size = 1; size <= SIZE; size++) {
      for (let index = 0; index < size; index++) {
        const proof = proofOf(index, size);

        expect(verifyInclusion(proof)).toBe(true);
        expect(verifyInclusion({ ...proof, leafIndex: (index + 1) % size })).toBe(size === 1);
        expect(verifyInclusion({ ...proof, rootHash: tree.roots[size - 1] })).toBe(false);
        expect(verifyInclusion({ ...proof, path: [...proof.path, leafHash('x')] })).toBe(false);
        expect(verifyInclusion({ ...proof, path: proof.path.slice(1) })).toBe(size === 1);
      }
    }
  });

  it('read a number of nodes that grows with the logarithm of the size', () => {
    expect(planInclusion(0, 2 ** 40 - 1).nodes.length).toBeLessThanOrEqual(2 * 40);
    expect(planInclusion(2 ** 45, 2 ** 50 + 1).nodes.length).toBeLessThanOrEqual(2 * 51);
  });

  it('answer no, and do not throw, to anything of another kind', () => {
    const proof = proofOf(3, 10);
    const anything = fc.anything();

    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(proof)), anything, (member, value) => {
        const changed = { ...proof, [member]: value };
        fc.pre(!Object.is(value, proof[member as 'leafIndex']));
        fc.pre(!isSize(member, value));

        expect(verifyInclusion(changed)).toBe(false);
      }),
    );
  });

  it('are not made for a leaf outside the tree', () => {
    expect(() => planInclusion(5, 5)).toThrow(RangeError);
    expect(() => planInclusion(-1, 5)).toThrow(RangeError);
  });
});

describe('consistency proofs', () => {
  const proofOf = (first: number, second: number) => ({
    first,
    second,
    root1: tree.roots[first],
    root2: tree.roots[second],
    path: planConsistency(first, second).path(tree.hashOf),
  });

  it(`hold for every pair of sizes up to ${SIZE}, and for no rewritten history`, () => {
    for (let second = 0; second <= SIZE; second++) {
      for (let first = 0; first <= second; first++) {
        const proof = proofOf(first, second);

        expect(verifyConsistency(proof)).toBe(true);
        expect(verifyConsistency({ ...proof, root1: leafHash('other') })).toBe(false);
        if (first > 0) expect(verifyConsistency({ ...proof, root2: leafHash('other') })).toBe(false);
        if (first < second) {
          expect(verifyConsistency({ ...proof, first: second, second: first })).toBe(false);
        }
      }
    }
  });

  it('answer no, and do not throw, to anything of another kind', () => {
    const proof = proofOf(6, 13);

    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(proof)), fc.anything(), (member, value) => {
        fc.pre(!Object.is(value, proof[member as 'first']));
        fc.pre(!isSize(member, value));

        expect(verifyConsistency({ ...proof, [member]: value })).toBe(false);
      }),
    );
  });

  it('are not made backwards', () => {
    expect(() => planConsistency(3, 2)).toThrow(RangeError);
  });
});

describe('merkle vectors', () => {
  const vectors = readVectors<{
    leaves_hex: string[];
    leaf_hashes: string[];
    roots: Record<string, string>;
    inclusion: {
      index: number;
      size: number;
      leaf_hash: string;
      root: string;
      proof: string[];
      valid: boolean;
      why?: string;
    }[];
    consistency: {
      first: number;
      second: number;
      root1: string;
      root2: string;
      proof: string[];
      valid: boolean;
      why?: string;
    }[];
  }>('merkle.json');
  const leaves = vectors.leaves_hex.map((hex) => leafHash(Buffer.from(hex, 'hex')));

  it('agree on leaf hashes and roots', () => {
    expect(leaves).toEqual(vectors.leaf_hashes);
    for (const [size, root] of Object.entries(vectors.roots)) {
      expect(rootOfLeaves(leaves.slice(0, Number(size)))).toBe(root);
    }
  });

  it.each(vectors.inclusion)('leaf $index of $size: $valid $why', (vector) => {
    const { index: leafIndex, size: treeSize, leaf_hash, root: rootHash, proof: path, valid } = vector;

    expect(verifyInclusion({ leafIndex, treeSize, leafHash: leaf_hash, rootHash, path })).toBe(valid);
  });

  it.each(vectors.consistency)('$first to $second: $valid $why', ({ valid, proof: path, ...sizes }) => {
    expect(verifyConsistency({ ...sizes, path })).toBe(valid);
  });
});
