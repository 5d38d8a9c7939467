import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHeld } from './etag.ts'

test('a strong tag, weak tag, list or star in the header matches the content', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*', ' * ']) assert.ok(isHeld(header, '"a"'), header)
  for (const header of [undefined, '', 'a', '"b"', '"a-br"', '"A"', '"**"'])
    assert.ok(!isHeld(header, '"a"'), String(header))
})
