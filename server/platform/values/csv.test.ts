import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { csvLine, escapeCell, unescapeCell } from './csv.ts'

test('a cell that starts like a formula gets a leading apostrophe', () => {
  for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) assert.equal(escapeCell(cell), `'${cell}`)
  for (const cell of ['', 'a=1', ' =1', "'a'=1", '5', 'ä']) assert.equal(escapeCell(cell), cell)
})

test('no exported cell starts like a formula', () => {
  fc.assert(fc.property(anyText(), (cell) => assert.doesNotMatch(escapeCell(cell), /^[=+\-@\t\r]/)))
})

test('an escaped cell reads back unchanged, including its own apostrophes', () => {
  const cell = fc.array(fc.constantFrom("'", '=', '-', 'a', ' ', '\t')).map((parts) => parts.join(''))
  fc.assert(fc.property(cell, (text) => assert.equal(unescapeCell(escapeCell(text)), text)))
})

test('a line quotes special characters and ends with CRLF', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "hi"', 'x\ny', '=1;2', '']), `a,"b,c","say ""hi""","x\ny","'=1;2",\r\n`)
})
