import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from './json.ts'
import { parseJsonInSlices } from './json-in-slices.ts'

/** Makes a value longer by adding whitespace between its parts. */
const padded = (value: unknown) => JSON.stringify(value, null, 9).replaceAll('\n', `\n${' '.repeat(3_000)}`)

const captureOutcome = async (parse: () => unknown) => {
  try {
    return { value: await parse() }
  } catch (error) {
    return { status: (error as { status?: number }).status }
  }
}

test('parsing a large body in slices gives the same value as parsing it whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      const bytes = Buffer.from(padded([value, { deep: { rows: [value, 'x,]}"\\', value] }, value }, value]))
      const whole = await captureOutcome(() => parseJson(bytes))
      assert.deepEqual(await captureOutcome(() => parseJsonInSlices(bytes)), whole)
    }),
    { numRuns: 60 },
  )
})

test('both parsers agree on whether a damaged large body is valid', async () => {
  const body = padded({ rows: [{ a: 1, b: [true, null, 'text'] }, { c: { d: [{}, []] } }, 'ä', -1.5], last: {} })
  const place = fc.nat(body.length)
  const piece = fc.constantFrom(
    '',
    ',',
    ']',
    '}',
    '[',
    '{',
    '"',
    ':',
    '\\',
    '1',
    '"__proto__":1,',
    '\\u0000',
    '"x\\u0000"',
  )
  await fc.assert(
    fc.asyncProperty(place, fc.nat(40), piece, async (at, without, put) => {
      // Most of the text is whitespace, so the test changes the next byte that is not whitespace.
      const from = at + Math.max(0, body.slice(at).search(/\S/))
      const bytes = Buffer.from(body.slice(0, from) + put + body.slice(from + (without % 3)))
      const whole = await captureOutcome(() => parseJson(bytes))
      assert.deepEqual(await captureOutcome(() => parseJsonInSlices(bytes)), whole)
    }),
    { numRuns: 400 },
  )
})

test('the error for an invalid text deep in a large body names its path', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => ({ title: 'x'.repeat(100), n }))
  const bytes = Buffer.from(JSON.stringify(rows).replace('"n":2500', '"n":"\\u0000"'))
  await assert.rejects(parseJsonInSlices(bytes), /\/2500\/n contains a NUL/)
})

test('a body of ten megabytes blocks nothing for long', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => ({ id: `row ${n}`, title: 'x'.repeat(60) }))
  const bytes = Buffer.from(JSON.stringify({ params: { arguments: { rows } } }))
  let turns = 0
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  let isDone = false
  setImmediate(count)
  await parseJsonInSlices(bytes)
  isDone = true
  assert.ok(turns >= 5, `the event loop had ${turns} turns`)
})
