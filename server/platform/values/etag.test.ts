import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHeld } from './etag.ts'

test('the client has content that it names by strong tag, weak tag, list or star', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '*', ' * ']) assert.ok(isHeld(header, '"a"'), header)
  for (const header of [undefined, '', 'a', '"b"', '"a-br"', '"A"', '"**"'])
    assert.ok(!isHeld(header, '"a"'), String(header))
})
