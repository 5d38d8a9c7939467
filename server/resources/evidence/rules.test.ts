import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, type Json } from './canonical-json.ts'
import { chain } from './chain.testing.ts'
import { rangeHash, rootRange } from './heads/tree-rules.ts'
import { subtreesAbove } from './heads/trees.testing.ts'
import { checkpointText, originOf, signNote } from './note-rules.ts'
import { hashContent, type NewEntry } from './rules.ts'

const counting = Buffer.from(Array.from({ length: 32 }, (_, i) => i))
const words = { authorName: 'Zoë', body: '"5 €"\n', rating: 2, title: null }
const start = { size: 0, leaf: null, at: null }
const submitted: NewEntry = {
  type: 'submitted',
  review: 'R1',
  by: { role: 'MEMBER', via: 'key' },
  data: { content: hashContent(counting, words), importedFrom: null, rating: 2, source: 'api' },
}

test('vector 1 of the contract gives the published hashes of text, entry and leaf', () => {
  assert.equal(hashContent(counting, words), 'c19646b3cdcc5b66357d7bfb3f0c06585b3e4aadb7db530a79e929eb4e3c42ce')
  const { chained } = chain('S1', start, '2026-12-01T09:00:00.000Z', [submitted])
  assert.equal(
    chained[0]?.text,
    `{"at":"2026-12-01T09:00:00.000Z","by":{"role":"MEMBER","via":"key"},"data":{"content":"c19646b3cdcc5b66357d7bfb3f0c06585b3e4aadb7db530a79e929eb4e3c42ce","importedFrom":null,"rating":2,"source":"api"},"prev":"${'0'.repeat(64)}","review":"R1","seq":0,"store":"S1","type":"submitted","v":1}`,
  )
  assert.equal(chained[0]?.leaf.toString('hex'), '75a151227f89131323e0d53d9a57abc18a87608cc0680be4e26503130c812715')
})

test('vector 2 of the contract gives the published root and signature', () => {
  const first = chain('S1', start, '2026-12-01T09:00:00.000Z', [submitted])
  const second = chain('S1', first.end, '2026-12-02T00:00:00.000Z', [
    { type: 'day', review: null, by: { role: 'SYSTEM', via: 'system' }, data: { date: '2026-12-01' } },
  ])
  const leaves = [...first.chained, ...second.chained].map(({ leaf }) => leaf)
  const root = rangeHash(rootRange(2), subtreesAbove(leaves))
  assert.equal(root.toString('base64'), 'PgmDmxsP2Z7z4+Lw0GyeGH+1kaxH3+Ujfg2F8fZcMX8=')
  const text = checkpointText('S1', 2, root)
  assert.equal(text, 'evident/S1\n2\nPgmDmxsP2Z7z4+Lw0GyeGH+1kaxH3+Ujfg2F8fZcMX8=\n')
  assert.equal(
    signNote(text, originOf('S1'), counting),
    `${text}\n— evident/S1 mawKKYBWLOsa0G27fCN9FC0n+q/U++gL0wsKEUcBGpA4fO+He5Uf7+gzUswbuNlxXcjvKDKm72tqSbM/1JuQIVPZwgQ=\n`,
  )
})

test('while the clock is behind, entries get the time of the last entry', () => {
  const first = chain('S1', start, '2026-12-01T09:00:00.000Z', [submitted])
  const back = chain('S1', first.end, '2026-12-01T08:00:00.000Z', [submitted, submitted])
  assert.deepEqual(
    back.chained.map(({ seq, at }) => [seq, at]),
    [
      [1, '2026-12-01T09:00:00.000Z'],
      [2, '2026-12-01T09:00:00.000Z'],
    ],
  )
  assert.match(back.chained[1]?.text ?? '', new RegExp(`"prev":"${back.chained[0]?.leaf.toString('hex')}"`))
  assert.equal(chain('S1', back.end, '2026-12-01T10:00:00.000Z', [submitted]).end.at, '2026-12-01T10:00:00.000Z')
  assert.deepEqual(chain('S1', back.end, '2026-12-01T10:00:00.000Z', []).end, back.end)
})

test('JSON is encoded as in RFC 8785', () => {
  // The examples of the RFC, §3.2.2 to §3.2.4.
  const numbers = [JSON.parse('333333333.33333329') as number, 1e30, 4.5, 0.002, 0.000000000000000000000000001]
  const string = '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/'
  assert.equal(
    canonicalJson({ numbers, string, literals: [null, true, false] }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const names = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 }
  assert.deepEqual(Object.values(JSON.parse(canonicalJson(names)) as object), [4, 2, 6, 7, 1, 5, 3])
  assert.equal(canonicalJson(-0), '0')
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }])
    assert.throws(() => canonicalJson(value), TypeError)
})

test('canonicalisation preserves any JSON value, and the order of names has no effect', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (made) => {
      const value = JSON.parse(JSON.stringify(made)) as Json
      const text = canonicalJson(value)
      assert.deepEqual(JSON.parse(text), value)
      assert.equal(canonicalJson(JSON.parse(text) as Json), text)
    }),
  )
})
