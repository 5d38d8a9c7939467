import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { redactPerson } from './erasure-rules.ts'

const jane = { email: 'jane.doe@customer.example', name: 'Jane Doe' }

const cases: [string, string][] = [
  ['I am Jane Doe, write to jane.doe@customer.example!', 'I am […], write to […]!'],
  ['Hi Jane, thank you.', 'Hi […], thank you.'],
  ["JANE DOE's mug", "[…]'s mug"],
  ['jane dot doe at customer dot example', '[…]'],
  ['Jane.Doe (at) Customer (dot) Example', '[…]'],
  ['Mail: JANE.DOE@CUSTOMER.EXAMPLE', 'Mail: […]'],
  ['Janet and the does in the wood', 'Janet and the does in the wood'],
  ['A fine mug.', 'A fine mug.'],
]

test('an address and a name are removed in all usual forms, and nothing else is', () => {
  for (const [text, left] of cases) assert.equal(redactPerson(text, jane), left, text)
})

test('a name that is a common word is removed only where it is capitalised', () => {
  const rose = { email: 'rose@customer.example', name: 'Rose' }
  assert.equal(redactPerson('Rose here: smells like a rose.', rose), '[…] here: smells like a rose.')
})

test('names in every script are removed, even without spaces around them or with accents', () => {
  assert.equal(redactPerson('山田太郎さん、ありがとう', { ...jane, name: '山田太郎' }), '[…]さん、ありがとう')
  assert.equal(redactPerson('شكرا محمد على التقييم', { ...jane, name: 'محمد' }), 'شكرا […] على التقييم')
  assert.equal(redactPerson('Merci Jose\u0301 !', { ...jane, name: 'José P.' }), 'Merci […] !')
})

test('a single letter, as in "Jane D.", does not count as a name', () => {
  assert.equal(redactPerson('Vitamin D for Jane', { ...jane, name: 'Jane D.' }), 'Vitamin D for […]')
})

const local = fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,12}[a-z0-9]$/)
const domain = fc.stringMatching(/^[a-z]{2,10}\.(com|example)$/)

test('an erased address remains in no text', () => {
  fc.assert(
    fc.property(
      local,
      domain,
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (a, b, before, after) => {
        const email = `${a}@${b}`
        const left = redactPerson(`${before} ${email.toUpperCase()} ${after}`, { email, name: 'Anonymous' })
        assert.ok(!left.toLowerCase().includes(email), left)
      },
    ),
  )
})

test('characters of regular expressions in a name are matched literally', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 30 }), (name) => {
      redactPerson('A fine mug.', { email: `${name.replace(/\s/g, '')}@x.io`, name })
    }),
    { numRuns: 40 },
  )
})
