import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createNameReader } from './display-name.ts'

const readName = createNameReader()

const email = 'jane.doe92@example.com'

const shown: [authorName: string, name: string][] = [
  ['Jane Doe', 'Jane D.'],
  ['  Jane   Doe ', 'Jane D.'],
  ['jane doe', 'jane D.'],
  ['Jane', 'Jane'],
  ['Jane D.', 'Jane D.'],
  ['Jane D', 'Jane D.'],
  ['Dr. Anna von Müller', 'Anna M.'],
  ['Müller, Anna', 'Anna M.'],
  ['Anna Müller, PhD', 'Anna M.'],
  ['Martin Luther King Jr.', 'Martin K.'],
  ['J.R. Tolkien', 'J.R. T.'],
  ['john.smith', 'john S.'],
  ['Anne-Marie Dupont', 'Anne-Marie D.'],
  ["Jean d'Arc", 'Jean D.'],
  ['O’Brien', 'O’Brien'],
  ['İpek Işık', 'İpek I.'],
  ['Seppl ßtrauß', 'Seppl ß.'],
  ['Иван Петров', 'Иван П.'],
  ['Ελένη Παπαδοπούλου', 'Ελένη Π.'],
  ['ნინო ბერიძე', 'ნინო ბ.'],
  ['山田 太郎', '山田 太.'],
  ['山田　太郎', '山田 太.'],
  ['マリア・ガルシア', 'マリア ガ.'],
  ['王小明', '王小明'],
  ['أحمد الحربي', 'أحمد ا.'],
  ['क्षितिज शर्मा', 'क्षितिज श.'],
  ['김 민준', '김 민.'],
  ['🦊 Anna Bee 🦊', 'Anna B.'],
  ['Jane\u0000\u200B Doe', 'Jane D.'],
]

for (const [authorName, name] of shown) {
  test(`${JSON.stringify(authorName)} is shown as ${name}`, () => {
    assert.deepEqual(readName(authorName, email), { name, isAnonymous: false })
  })
}

const hidden = [
  '',
  ' ',
  '\u200B',
  '...',
  '123',
  '🦊',
  email,
  'JANE.DOE92@EXAMPLE.COM',
  'jane.doe92',
  'bob@shop.example',
]
hidden.push(
  'jane.doe92 (at) example.com',
  'Jane <jane@shop.example>',
  '@jane',
  'jane&#64;shop.example',
  'www.shop.example',
)
hidden.push('shop.com', '+49 171 2345678', 'Anonymous', 'ANONYMOUS', 'Anónimo', '匿名', 'مجهول', 'Guest', 'n/a')

for (const authorName of hidden) {
  test(`${JSON.stringify(authorName)} is shown without a name`, () => {
    assert.deepEqual(readName(authorName, email), { name: 'Anonymous', isAnonymous: true })
  })
}

test('a single word equal to the address before the @ is accepted as a name', () => {
  assert.deepEqual(readName('jane', 'jane@example.com'), { name: 'jane', isAnonymous: false })
})

test('any shown name has a letter, no @, and initials after the first word', () => {
  const names = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('Jane', 'van', 'Doe', '.', ',', '·', 'Dr', 'PhD', '太郎', 'ا'), { maxLength: 5 })
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(names, (authorName) => {
      const { name } = readName(authorName, email)
      assert.match(name, /^[^@\s]*\p{L}[^@\s]*(?: \P{Z}+\.)?$/u)
    }),
    { numRuns: 1000 },
  )
})
