import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '../e2e')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test('every promised journey has a browser test', () => {
  const rows = [...read('README.md').matchAll(/^\| .*\| ([\w-]+\.test\.ts) \| (.+) \|$/gm)]
  assert.ok(rows.length >= 12)
  for (const [, file = '', name = ''] of rows)
    assert.ok(
      ["'", '"'].some((quote) => read(file).includes(`test(${quote}${name}${quote}`)),
      `${file}: ${name}`,
    )
})
