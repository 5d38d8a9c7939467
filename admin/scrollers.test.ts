// A hidden caption inside an unpositioned scroller does not scroll with the scroller. The caption then stretches the
// document below the window.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = import.meta.dirname

test('every element that scrolls is positioned', () => {
  const places = globSync('**/*.{tsx,css}', { cwd: root, exclude: ['dist/**'] }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /\boverflow-(?:[xy]-)?(?:auto|scroll)\b/.test(line))
      .map((line) => ({ file, line: line.trim() })),
  )
  assert.ok(places.length > 15, `${places.length} scrollers found`)
  assert.deepEqual(
    places.filter(({ line }) => !/\b(?:relative|sticky|absolute|fixed)\b/.test(line)),
    [],
  )
})
