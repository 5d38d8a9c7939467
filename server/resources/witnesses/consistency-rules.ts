import { emptyRoot, hashNode } from '#resources/evidence/heads/tree-rules.ts'

type Tree = { size: number; root: Buffer }

/** Verifies that the later tree begins with the earlier one: RFC 9162 §2.1.4.2. */
export function isConsistent(earlier: Tree, later: Tree, path: readonly Buffer[]): boolean {
  if (earlier.size > later.size) return false
  if (earlier.size === 0) return path.length === 0 && (later.size > 0 || later.root.equals(emptyRoot))
  if (earlier.size === later.size) return path.length === 0 && earlier.root.equals(later.root)
  const isPowerOfTwo = Number.isInteger(Math.log2(earlier.size))
  const [first, ...rest] = isPowerOfTwo ? [earlier.root, ...path] : path
  if (first === undefined || rest.length > 63) return false
  let [node, last] = [BigInt(earlier.size) - 1n, BigInt(later.size) - 1n]
  const shift = () => {
    node >>= 1n
    last >>= 1n
  }
  while (node & 1n) shift()
  let [small, large] = [first, first]
  for (const hash of rest) {
    if (last === 0n) return false
    if (node & 1n || node === last) {
      small = hashNode(hash, small)
      large = hashNode(hash, large)
      while (node !== 0n && !(node & 1n)) shift()
    } else large = hashNode(large, hash)
    shift()
  }
  return last === 0n && small.equals(earlier.root) && large.equals(later.root)
}
