/**
 * Verification of Merkle proofs (RFC 9162, 2.1): leaf = SHA256(00 ‖ data), node = SHA256(01 ‖ left ‖ right). The
 * verifiers accept values of any type and never throw. Hashes are 64 lower-case hex digits.
 */
import { hexBytes, isSha256Hex, sha256HexOf } from '../../platform/common/sha256';

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = '01';

/** Root of the empty tree: the hash of no bytes. */
export const EMPTY_ROOT = sha256HexOf();

/** Trees of up to 2^53 leaves never need a longer path. */
const PATH_LENGTH_MAX = 128;

/** Hash of one leaf; `data` as UTF-8 text or bytes. Hashing one piece takes half the time of two. */
export const leafHash = (data: string | Uint8Array): string =>
  typeof data === 'string' ? sha256HexOf(`\0${data}`) : sha256HexOf(LEAF_PREFIX, data);

export const nodeHash = (left: string, right: string): string => sha256HexOf(hexBytes(`${NODE_PREFIX}${left}${right}`));

/** That a leaf is in a tree; `path` starts at the leaf. */
interface InclusionProof {
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly leafHash: string;
  readonly rootHash: string;
  readonly path: readonly string[];
}

/** That one tree is a prefix of another. */
interface ConsistencyProof {
  readonly first: number;
  readonly second: number;
  readonly root1: string;
  readonly root2: string;
  readonly path: readonly string[];
}

/** Untrusted input: the same members, of any type. */
type Received<T> = { readonly [K in keyof T]: unknown };

/** RFC 9162, 2.1.3.2. */
export const verifyInclusion = (proof: Received<InclusionProof>): boolean => {
  const { leafIndex, treeSize, leafHash: leaf, rootHash, path } = proof;
  if (!isCount(leafIndex) || !isCount(treeSize) || leafIndex >= treeSize) return false;
  if (!isSha256Hex(leaf) || !isSha256Hex(rootHash) || !isPath(path)) return false;
  let node = leafIndex;
  let last = treeSize - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && hash === rootHash;
};

/** RFC 9162, 2.1.4.2; the empty tree is a prefix of every tree. */
export const verifyConsistency = (proof: Received<ConsistencyProof>): boolean => {
  const { first, second, root1, root2, path } = proof;
  if (!isCount(first) || !isCount(second) || first > second) return false;
  if (!isSha256Hex(root1) || !isSha256Hex(root2) || !isPath(path)) return false;
  if (first === second) return path.length === 0 && root1 === root2;
  if (first === 0) return path.length === 0 && root1 === EMPTY_ROOT;
  if (path.length === 0) return false;
  const [start = '', ...rest] = isPowerOfTwo(first) ? [root1, ...path] : path;
  let node = first - 1;
  let last = second - 1;
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let firstHash = start;
  let secondHash = start;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      firstHash = nodeHash(sibling, firstHash);
      secondHash = nodeHash(sibling, secondHash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      secondHash = nodeHash(secondHash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && firstHash === root1 && secondHash === root2;
};

// Bit operators would truncate indexes to 32 bits.
const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;
const isPowerOfTwo = (value: number): boolean => {
  let odd = value;
  while (odd > 1 && !isOdd(odd)) odd = half(odd);
  return odd === 1;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isPath = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= PATH_LENGTH_MAX && value.every(isSha256Hex);
