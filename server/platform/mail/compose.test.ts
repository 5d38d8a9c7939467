import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { compose, headerText, isAddress } from './compose.ts'

test('any name becomes one line of valid text', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 400 }), (text) => {
      const line = headerText(text, 100)
      assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)
      assert.ok(line.length <= 100 && line.isWellFormed() && line === line.trim())
    }),
    { numRuns: 1000 },
  )
})

test('a long name is truncated between characters, not inside one', () => {
  const family = '👩‍👩‍👧‍👦'
  const line = headerText(family.repeat(50), 100)
  assert.ok(line.endsWith('…'))
  assert.equal(line.slice(0, -1).replaceAll(family, ''), '')
})

test('joiner characters are preserved, because names and emoji need them', () => {
  assert.equal(headerText('کتاب‌خانه 👩‍💻', 100), 'کتاب‌خانه 👩‍💻')
})

test('a message id is ASCII for any domain of the sender', () => {
  const { messageId } = compose({
    id: 'x',
    from: { address: 'reviews@münchen.example' },
    to: { address: 'zoe@example.com' },
    subject: 'Hello',
    text: 'Hello',
    date: new Date('2026-11-21T10:00:00Z'),
  })
  assert.equal(messageId, '<x@xn--mnchen-3ya.example>')
})

test('text with more than one address is refused', () => {
  for (const good of [
    'a@b.example',
    'jane+x.y@mail.example.com',
    "o'brien@example.com",
    'пётр@пример.рф',
    'a@localhost',
  ])
    assert.equal(isAddress(good), true, good)
  for (const bad of [
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b c',
    'a@b,c@d',
    '<a@b>',
    'a@b>',
    'a@b\n',
    'a@b\0',
    'a@-b',
    'a@b..c',
    '"a"@b',
    'a@b;c',
  ])
    assert.equal(isAddress(bad), false, JSON.stringify(bad))
})
