import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  cosign,
  isSignedBy,
  keyTypes,
  readCheckpoint,
  readCosignature,
  readVerifierKey,
  splitNote,
  writeVerifierKey,
} from '#resources/evidence/cosignature-rules.ts'
import { hashTree } from '#resources/evidence/heads/tree-rules.ts'
import { proof } from '#resources/evidence/heads/trees.testing.ts'
import { decodePrivateKey, encodePublicKey, signNote } from '#resources/evidence/note-rules.ts'
import { bundleEntries } from '#resources/evidence/public/tile-rules.ts'
import { isConsistent } from './consistency-rules.ts'

const vectors = JSON.parse(readFileSync(new URL('../../../test/witness/vectors.json', import.meta.url), 'utf8'))
const { log, witness } = vectors
const seedOf = ({ seed }: { seed: string }) => Buffer.from(seed, 'hex')
const publicOf = (of: { seed: string }) => encodePublicKey(decodePrivateKey(seedOf(of)))

test('verifier keys, notes and cosignatures match the test vectors of another implementation', () => {
  assert.equal(writeVerifierKey({ name: log.origin, type: keyTypes.log, publicKey: publicOf(log) }), log.vkey)
  assert.equal(
    writeVerifierKey({ name: witness.name, type: keyTypes.cosignature, publicKey: publicOf(witness) }),
    witness.vkey,
  )
  const text = vectors.note3.slice(0, vectors.note3.indexOf('\n\n') + 1)
  assert.equal(signNote(text, log.origin, seedOf(log)), vectors.note3)
  assert.equal(cosign(text, witness.name, seedOf(witness), witness.time), vectors.cosignature)
  assert.equal(bundleEntries(vectors.entries).toString('hex'), vectors.bundle_hex)
})

test('a cosigned note is split, and each line counts for its own key only', () => {
  const { text, signatures } = splitNote(vectors.cosigned) ?? assert.fail()
  const logKey = readVerifierKey(log.vkey) ?? assert.fail()
  const witnessKey = readVerifierKey(witness.vkey) ?? assert.fail()
  assert.deepEqual(
    signatures.map((line) => [isSignedBy(logKey, text, line), readCosignature(witnessKey, text, line)]),
    [
      [true, undefined],
      [false, witness.time],
    ],
  )
  assert.deepEqual(readCheckpoint(text)?.size, 3)
  const [, cosignature] = signatures
  assert.ok(cosignature)
  assert.equal(readCosignature(witnessKey, text.replace('\n3\n', '\n4\n'), cosignature), undefined)
  assert.equal(readCosignature({ ...witnessKey, name: 'other' }, text, cosignature), undefined)
  for (const wrong of [text, `${text}\n`, `${text}\n— a b\n`, `${text}\n- a AAAAAAAA\n`, 'x'])
    assert.equal(splitNote(wrong), undefined, JSON.stringify(wrong))
})

test('a verifier key with a wrong hash, length or type is refused', () => {
  const [name, id, material = ''] = witness.vkey.split('+')
  for (const wrong of [
    `${name}+00000000+${material}`,
    `x+${id}+${material}`,
    `${name}+${id}+${material}AA`,
    `${name}+${id}`,
    '',
  ])
    assert.equal(readVerifierKey(wrong), undefined, wrong)
})

test('a consistency proof verifies for any two sizes, and fails if root or hashes change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat({ max: 70 }), fc.nat(), (to, before, at) => {
      const from = Math.min(before, to)
      const leaves = Array.from({ length: to }, (_, i) => Buffer.alloc(32, i + 1))
      const [earlier, later] = [
        { size: from, root: hashTree(leaves.slice(0, from)) },
        { size: to, root: hashTree(leaves) },
      ]
      const path = from === 0 || from === to ? [] : proof(from, leaves)
      assert.ok(isConsistent(earlier, later, path))
      assert.equal(isConsistent(earlier, later, [...path, Buffer.alloc(32)]), false)
      if (from > 0) {
        const forked = { size: to, root: hashTree([Buffer.alloc(32, 255), ...leaves.slice(1)]) }
        assert.equal(isConsistent(earlier, forked, path), false)
      }
      if (path.length === 0) return
      const changed = path.with(at % path.length, Buffer.alloc(32, 99))
      assert.equal(isConsistent(earlier, later, changed), false)
      assert.equal(isConsistent(earlier, later, path.slice(1)), false)
    }),
  )
})
