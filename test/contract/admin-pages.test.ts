import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { servedAreas } from '../../server/entry/areas.ts'

/** Areas without a page of their own, each with the reason. */
const withoutPage: Record<string, string> = {
  assessments: 'part of the evidence page',
  digests: 'part of the storefront settings',
  events: "a review's own page shows its history",
  health: 'asked by programs',
  'provider-facts': 'chosen on the page of a connection',
  receipts: 'pages of authors, whose corrections wait on the review page',
  signals: 'part of the pages of reviews, customers and moderation',
  translations: 'part of the storefront settings',
  uploads: 'part of the pages that take pictures',
  witnesses: 'part of the evidence page',
}

const shell = join(import.meta.dirname, '../../admin/shell')
const linked = ['navigation/places.ts', 'store/settings-pages.ts'].flatMap((file) =>
  [...readFileSync(join(shell, file), 'utf8').matchAll(/'\/stores\/\$storeId\/([^']+)'/g)].map(
    ([, path]) => path ?? '',
  ),
)

test('every area has a page in the admin application, or a reason why not', () => {
  const missing = servedAreas.filter(({ name, adminPages }) => !adminPages && !(name in withoutPage))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
  const needless = servedAreas.filter(({ name, adminPages }) => adminPages && name in withoutPage)
  assert.deepEqual(
    needless.map(({ name }) => name),
    [],
  )
})

test('the navigation links to the pages of all areas and to no other page', () => {
  assert.ok(linked.length > 15, `${linked}`)
  const claimed = [...new Set(servedAreas.flatMap(({ adminPages = [] }) => adminPages))]
  assert.deepEqual(claimed.sort(), [...new Set(linked)].sort())
})
