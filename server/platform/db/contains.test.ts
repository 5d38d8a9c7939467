import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { provideService } from '#test/service.ts'
import { containsText, toPattern } from './contains.ts'
import { compile, sql } from './query.ts'

const service = provideService()

const characters = [
  ...'aikKI sxX_%\\\'"',
  'ß',
  'É',
  'é',
  'İ',
  'ı',
  '\u212a',
  '\u0307',
  'Σ',
  'ς',
  'ж',
  'Ж',
  '王',
  '🎉',
  'ﬁ',
]
const texts = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 8 }).map((each) => each.join(''))

async function countFound(rows: readonly (string | null)[], condition: ReturnType<typeof sql>): Promise<number[]> {
  const { text, values = [] } = compile(
    sql`select s.n from unnest(${rows}::text[]) with ordinality as s(said, n) where ${condition} order by s.n`,
  )
  return (await service.query(text, [...values])).rows.map(({ n }) => Number(n))
}

test('a search finds exactly the texts that ILIKE finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 30, maxLength: 60 }), texts, async (rows, searched) => {
      const cut = searched.slice(0, 1 + (searched.length % 3))
      for (const q of [searched, cut, ...rows.slice(0, 3)])
        assert.deepEqual(
          await countFound(rows, containsText('s.said', q)),
          await countFound(rows, sql`s.said ilike ${toPattern(q)}`),
          JSON.stringify(q),
        )
    }),
    { numRuns: 60 },
  )
})

test('a search ignores missing texts, and finds letters whose lower case is ASCII, as ILIKE does', async () => {
  const rows = [null, 'İstanbul', '5 \u212a', 'istanbul', 'k']
  const found = (q: string) => countFound(rows, containsText('s.said', q))
  const plain = (q: string) => countFound(rows, sql`s.said ilike ${toPattern(q)}`)
  for (const q of ['istan', 'k', 'STANBUL', 'bul', '5 K']) assert.deepEqual(await found(q), await plain(q), q)
  assert.deepEqual(await found('STANBUL'), [2, 4])
})
