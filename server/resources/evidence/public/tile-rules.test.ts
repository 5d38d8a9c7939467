import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readTilePath, sizesWithTile, writeTileNumber } from './tile-rules.ts'

test('only the canonical path of a tile is accepted', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(null, 0, 1, 5),
      fc.nat({ max: 2 ** 40 }),
      fc.integer({ min: 1, max: 256 }),
      (level, index, width) => {
        const partial = width === 256 ? '' : `.p/${width}`
        const path = `${level ?? 'entries'}/${writeTileNumber(index)}${partial}`
        assert.deepEqual(readTilePath(path), { level, index, width })
      },
    ),
  )
  assert.equal(writeTileNumber(0), '000')
  assert.equal(writeTileNumber(1_234_067), 'x001/x234/067')
  for (const path of [
    '7/000',
    '0/0',
    '0/1000',
    '0/x000/001',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '-1/000',
    '0/000/',
    '0/000.p',
    '',
  ])
    assert.equal(readTilePath(path), undefined, path)
})

test('a tree of 600 entries has exactly four tiles', () => {
  const has = (path: string) => {
    const { from, to } = sizesWithTile(readTilePath(path) ?? assert.fail(path))
    return 600 >= from && (to === null || 600 <= to)
  }
  const tiles = [0, 1, 2].flatMap((level) =>
    ['000', '001', '002', '003'].flatMap((number) =>
      ['', ...Array.from({ length: 255 }, (_, i) => `.p/${i + 1}`)].map((partial) => `${level}/${number}${partial}`),
    ),
  )
  assert.deepEqual(tiles.filter(has), ['0/000', '0/001', '0/002.p/88', '1/000.p/2'])
})
