// The plugins report the same events as the code that merchants paste without them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findSnippet, readGuide } from '#test/snippets.ts'

const plugins = join(import.meta.dirname, '../../plugins')
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const sorted = (names: readonly string[]) => [...new Set(names)].sort()

test("Medusa's plugin subscribes to the events of the guide's subscriber", async () => {
  const { config } = await import(pathToFileURL(join(plugins, 'medusa/src/subscribers/evident-changes.ts')).href)
  const [list = ''] = findAll(
    findSnippet(readGuide('connect-medusa'), 'ts', /SubscriberConfig/),
    /event: \[([^\]]*)\]/g,
  )
  const guide = findAll(list, /'([^']+)'/g)
  assert.ok(guide.length > 10)
  assert.deepEqual(sorted(config.event), sorted(guide))
})

test("Vendure's plugin handles the events of the guide's plugin", () => {
  const guide = findAll(findSnippet(readGuide('connect-vendure'), 'ts', /EventBus/), /ofType\((\w+)\)/g)
  const lists = findAll(readFileSync(join(plugins, 'vendure/src/changes.ts'), 'utf8'), /event: (\[[^\]]*\]|\w+)/g)
  assert.ok(guide.length > 5)
  assert.deepEqual(sorted(findAll(lists.join(), /(\w+Event)\b/g)), sorted(guide))
})
