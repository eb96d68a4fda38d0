import { appendLeaf, rootOf, type Frontier } from '../../src/registry/proofs/merkle-tree';

export const rootOfLeaves = (leaves: readonly string[]): string => {
  let frontier: Frontier = [];
  leaves.forEach((leaf, index) => {
    frontier = appendLeaf(frontier, index, leaf).frontier;
  });
  return rootOf(frontier);
};
