import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashLeaf } from '../rules.ts'
import {
  consistencyRanges,
  emptyRoot,
  type HashOf,
  hashTree,
  inclusionRanges,
  isKept,
  joined,
  keptBelow,
  rangeHash,
  rootRange,
} from './tree-rules.ts'
import { path, proof, subtreesAbove, treeHash } from './trees.testing.ts'

const hex = (hashes: readonly Buffer[]) => hashes.map((each) => each.toString('hex'))

// Test vectors of google/certificate-transparency and transparency-dev/merkle.
const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const published = inputs.map((input) =>
  hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from(input, 'hex')]), 'buffer'),
)
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('the published eight leaves give the published roots', () => {
  assert.equal(emptyRoot.toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  for (const [i, root] of roots.entries()) {
    const leaves = published.slice(0, i + 1)
    assert.equal(rangeHash(rootRange(i + 1), subtreesAbove(leaves)).toString('hex'), root)
  }
})

test('the published eight leaves give the published proofs', () => {
  const inclusion = (leaf: number, size: number) =>
    hex(inclusionRanges(leaf - 1, size).map((range) => rangeHash(range, subtreesAbove(published))))
  assert.deepEqual(inclusion(1, 1), [])
  assert.deepEqual(inclusion(1, 8), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ])
  assert.deepEqual(inclusion(6, 8), [
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  assert.deepEqual(inclusion(3, 3), ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'])
  assert.deepEqual(inclusion(2, 5), [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ])
  const consistency = (from: number, to: number) =>
    hex(consistencyRanges(from, to).map((range) => rangeHash(range, subtreesAbove(published))))
  assert.deepEqual(consistency(1, 1), [])
  assert.deepEqual(consistency(1, 8), inclusion(1, 8))
  assert.deepEqual(consistency(6, 8), [
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ])
  assert.deepEqual(consistency(2, 5), [
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ])
})

/** Computes hashes from only the leaves and the stored levels, as the service does. */
const fromKept = (leaves: readonly Buffer[]): HashOf => {
  const above = subtreesAbove(leaves)
  return (subtree) =>
    joined(
      keptBelow(subtree).map((each) => {
        assert.ok(isKept(each))
        assert.ok((each.index + 1) * 2 ** each.level <= leaves.length, 'what is kept is complete')
        return above(each)
      }),
    )
}

const sizes = fc.integer({ min: 1, max: 300 })
const makeLeaves = (size: number) => Array.from({ length: size }, (_, i) => hashLeaf(`entry ${i}`))
const all = makeLeaves(300)

test('roots, inclusion proofs and consistency proofs match their definitions, for any tree', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), (size, other) => {
      const leaves = all.slice(0, size)
      const hashes = fromKept(leaves)
      const seq = other % size
      assert.deepEqual(rangeHash(rootRange(size), hashes), treeHash(leaves))
      assert.deepEqual(hashTree(leaves), treeHash(leaves))
      const inclusion = inclusionRanges(seq, size).map((range) => rangeHash(range, hashes))
      assert.deepEqual(inclusion, path(seq, leaves))
      const consistency = consistencyRanges(seq + 1, size).map((range) => rangeHash(range, hashes))
      assert.deepEqual(consistency, proof(seq + 1, leaves))
    }),
    { numRuns: 200 },
  )
})

test('proofs are refused for leaves outside the tree, and from empty or larger trees', () => {
  assert.throws(() => inclusionRanges(3, 3), RangeError)
  assert.throws(() => consistencyRanges(0, 3), RangeError)
  assert.throws(() => consistencyRanges(4, 3), RangeError)
})
