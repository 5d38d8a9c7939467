import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { anyText } from '#test/any-text.ts'
import { measureProcessorMs } from '#test/processor-time.ts'
import { createNameReader } from './display-name.ts'
import { redact } from './redact.ts'
import { feedWriter } from './xml.ts'

const readName = createNameReader()

const email = 'jane.doe@example.com'

const ownSpellings = [
  'jane.doe@example.com',
  'Jane.DOE@Example.COM',
  'jane . doe @ example . com',
  'jane.doe(at)example.com',
  'jane.doe [at] example [dot] com',
  'jane dot doe at example dot com',
  'jane.doe{AT}example.com',
  'jane.doe *at* example.com',
  'jane.doe arroba example punto com',
  'jane&#46;doe&#64;example&#46;com',
  'jane.doe&#x40;example.com',
  'jane.doe&#X40;example.com',
  'jane.doe&commat;example&period;com',
  'jane.doe&amp;#64;example.com',
  'jane.doe&amp;amp;#64;example.com',
  '&#106;&#97;&#110;&#101;.doe&#64example.com',
  'jane.doe%40example.com',
  'jane%2Edoe%2540example.com',
  '%6A%61%6E%65%2E%64%6F%65%40%65%78%61%6D%70%6C%65%2E%63%6F%6D',
  'ja\u200Bne.doe\u200D@exam\u2060ple.com',
  'ja\u00ADne.doe@example.com',
  'ja&shy;ne.doe&ZeroWidthSpace;@example.com',
  'jane\u0000.doe@exam\u001Fple.com',
  'jane\uD800.doe@example\uFFFE.com',
  'ｊａｎｅ．ｄｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  'jane.doe﹫example｡com',
  '𝐣𝐚𝐧𝐞.𝐝𝐨𝐞@𝐞𝐱𝐚𝐦𝐩𝐥𝐞.𝐜𝐨𝐦',
  'ⓙⓐⓝⓔ.doe(at)example.com',
  'jané.doe@example.com',
  'ja\u0301ne.doe@example.com',
  'jane.doe\u202E@example.com',
  'jane.doe\n@example.com',
]

for (const spelling of ownSpellings) {
  test(`the reviewer's address is removed when written ${JSON.stringify(spelling)}`, () => {
    assert.equal(redact(`Mail me: ${spelling} for more.`, email), 'Mail me: […] for more.')
  })
}

const foreign: [text: string, redacted: string][] = [
  ['Ask bob@shop.example, he knows.', 'Ask […], he knows.'],
  ['bob+tag@mail.shop.example!', '[…]!'],
  ['<bob@shop.example>', '<[…]>'],
  ['bob@[192.168.0.1]', '[…]'],
  ['bob&#64;shop.example', '[…]'],
  ['メールはbob@shop.jpまで', 'メールは[…]まで'],
  ['почта@пример.рф', '[…]'],
  ['用户@例子.广告', '[…]'],
  ['see https://shop.example/a?b=c.', 'see […].'],
  ['(http://shop.example/x)', '([…])'],
  ['hxxps://shop.example', '[…]'],
  ['www.shop.example has it cheaper', '[…] has it cheaper'],
  ['cheaper at shop.com', 'cheaper at […]'],
  ['bit.ly/3abcde', '[…]'],
  ['youtu.be/abc123', '[…]'],
  ['shop&#46;com', '[…]'],
  ['call +49 (0)30 1234567', 'call […]'],
  ['call 0171/2345678 now', 'call […] now'],
  ['06.12.34.56.78', '[…]'],
  ['(555) 123-4567', '[…]'],
  ['5551234567', '[…]'],
  ['090-1234-5678まで', '[…]まで'],
  ['٠٥٠١٢٣٤٥٦٧', '[…]'],
  ['０９０−１２３４−５６７８'.replaceAll('−', '‐'), '[…]'],
  ['+1\u00A0415\u00A0555\u00A02671', '[…]'],
]

for (const [text, redacted] of foreign) {
  test(`contact data is removed from ${JSON.stringify(text)}`, () => assert.equal(redact(text, email), redacted))
}

const harmless = [
  'Meet me @ work. Great @home too, thanks @larkmoor',
  'Bought 2025-11-03, arrived 12.03.2025, made in 2019-2024.',
  'Used it 3-4 weeks, 10:30-11:30 each day, 20x30x40 cm, 0.5 l, 100% wool',
  '1000000 stars, 1.299.000 reasons, 10 out of 10',
  'nice.So comfy. love it.me too... really?Yes.No.',
  'Salt & pepper &mdash; &unknown; & co; 50% off',
  'Jane loves it, and so does the doe on the label at home.',
  'C’est bien.ça marche. Bom.se pudesse compraria.in any case.us too',
  '❤️❤️ 👨‍👩‍👧 très bien, überall naïve',
  'می‌خواهم دوباره بخرم',
  'とても良いです。また買います！（赤色）',
]

for (const text of harmless) {
  test(`nothing is removed from ${JSON.stringify(text)}`, () => assert.equal(redact(text, email), text))
}

test('an address with an international domain is removed in its Unicode and its ASCII form', () => {
  for (const address of ['eva@bücher.example', 'eva@xn--bcher-kva.example']) {
    for (const spelling of ['eva(at)bücher.example', 'eva (at) xn--bcher-kva.example']) {
      assert.equal(redact(`I am ${spelling}`, address), 'I am […]')
    }
  }
})

test('an address that looks like an escape is removed', () => {
  assert.equal(redact('to 50%41@example.com and a&amp@example.com', '50%41@example.com'), 'to […] and […]')
})

test('if no address is given, other contact data is still removed', () => {
  assert.equal(redact('bob@shop.example or 0171 2345678', null), '[…] or […]')
})

test('a long hostile text takes linear time', async () => {
  const pieces = ['a', 'a.', '1 ', '@', '(', '&#6', '%41', 'jane', 'jane.doe( ', 'www.', ' ', 'a@a.', 'jane.doe at ']
  const tookMs = await measureProcessorMs(() => {
    for (const piece of pieces) redact(`${piece.repeat(5000 / piece.length)}@`, email)
  })
  // The texts take 0.1 s. Quadratic time for one of them would exceed this limit.
  assert.ok(tookMs < 2000, `${tookMs} ms`)
})

const spellings: ((address: string) => string)[] = [
  (address) => address,
  (address) => address.toUpperCase(),
  (address) => [...address].join('\u200B'),
  (address) => [...address].join('\u0001'),
  (address) => [...address].map((character) => `&#${character.charCodeAt(0)};`).join(''),
  (address) => [...address].map((character) => `&#x${character.charCodeAt(0).toString(16)};`).join(''),
  (address) => [...address].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  (address) => encodeURIComponent(encodeURIComponent(address)),
  (address) => address.replace('@', '(at)'),
  (address) => address.replace('@', ' [AT] ').replaceAll('.', ' dot '),
]
const filler = fc.oneof(
  fc.string({ maxLength: 12 }),
  anyText({ maxLength: 6 }),
  fc.constantFrom('', ' ', 'Great! ', '<b>', '. ', 'a', '@', '&', '%', '&#', '[…]', 'jan'),
)
const addresses = fc.emailAddress()
const texts = addresses.chain((address) =>
  fc
    .array(
      fc.oneof(
        filler,
        fc.constantFrom(...spellings).map((spell) => spell(address)),
      ),
      { maxLength: 6 },
    )
    .map((parts) => ({ address, text: parts.join('') })),
)

test('the given address never occurs in the output', () => {
  fc.assert(
    fc.property(texts, ({ address, text }) => {
      assert.ok(!redact(text, address).toLowerCase().includes(address.toLowerCase()))
    }),
    { numRuns: 1500 },
  )
})

test('a disguised or encoded address is removed completely, and the text around it stays', () => {
  fc.assert(
    fc.property(addresses, fc.constantFrom(...spellings), (address, spell) => {
      assert.equal(redact(`Mine: ${spell(address)} !`, address), 'Mine: […] !')
    }),
    { numRuns: 1000 },
  )
})

test('the address never occurs in a feed, and the feed is well-formed', () => {
  const row = { id: '1', verified: true, incentivized: false, submittedAt: '2026-01-01T00:00:00Z', imageUrls: [] }
  const page = { reviewUrl: 'https://shop.example/p', rating: 5, source: 'api' as const }
  const products = [{ gtins: [], mpns: [], skus: ['A'], brands: [] }]
  fc.assert(
    fc.property(texts, texts, filler, ({ address, text }, other, tail) => {
      const { name, isAnonymous } = readName(other.text + tail, address)
      const words = { reviewerName: name, isAnonymous, title: redact(tail, address), body: redact(text, address) }
      const writer = feedWriter({ publisherName: 'Shop' })
      const xml = writer.add({ ...row, ...page, ...words, products }) + writer.end()
      XmlDocument.fromString(xml).dispose()
      const plain = xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').toLowerCase()
      assert.ok(!plain.includes(address.toLowerCase()))
    }),
    { numRuns: 500 },
  )
})
