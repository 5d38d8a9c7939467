import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findWorst, heldOutSeeds, measure, measuredKinds } from './measure.ts'

const guide = readFileSync(new URL('../../docs/guides/review-signals.md', import.meta.url), 'utf8')

for (const kind of measuredKinds)
  test(`the guide quotes the worst of eight held-out seeds: ${kind}`, () => {
    const { precision, recall } = findWorst(heldOutSeeds.map((seed) => measure(kind, seed)))
    const row = guide
      .split('\n')
      .find((line) => line.startsWith(`${kind.replace(/^\w+/, '`$&`')} |`) && /\d\.\d\d \| \d\.\d\d$/.test(line))
    assert.equal(row?.split(' | ').slice(-2).join(' | '), `${precision.toFixed(2)} | ${recall.toFixed(2)}`)
    if (kind === 'near_copy, long') assert.ok(precision >= 0.95 && recall >= 0.6)
  })
