import { hash } from 'node:crypto'
import type { HashOf } from './tree-rules.ts'

const sha256 = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer')

const split = (size: number) => 2 ** Math.floor(Math.log2(size - 1))

/** MTH(D[n]) of RFC 9162, for leaves that are already hashed. */
export function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0] as Buffer
  const k = split(leaves.length)
  return sha256(Buffer.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

/** PATH(m, D[n]) of RFC 9162. */
export function path(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return []
  const k = split(leaves.length)
  return m < k
    ? [...path(m, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))]
}

/** PROOF(m, D[n]) of RFC 9162. */
export const proof = (m: number, leaves: readonly Buffer[]): Buffer[] => subproof(m, leaves, true)

function subproof(m: number, leaves: readonly Buffer[], isWhole: boolean): Buffer[] {
  if (m === leaves.length) return isWhole ? [] : [treeHash(leaves)]
  const k = split(leaves.length)
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), isWhole), treeHash(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))]
}

export const subtreesAbove =
  (leaves: readonly Buffer[]): HashOf =>
  ({ level, index }) =>
    treeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
