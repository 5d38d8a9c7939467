// Archived rows must pass the same checks as API requests. The tests restore hostile values in every column, and
// invalid rows of several areas.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'
import { runQueue } from '#test/queue.ts'
import type { Shop, TestService } from '#test/service.ts'
import { areas } from '../../../entry/areas.ts'
import {
  type Archive,
  asKey,
  asOwner,
  fetchArchive,
  type Line,
  readArchiveLines,
  withLines,
} from '../archives.testing.ts'
import { makePlan, type Plan } from './plan.ts'

let filled: FilledShop
let service: TestService
let target: Shop
let archive: Archive
let plan: Plan
before(async () => {
  filled = await fillShop({ tidy: false })
  service = filled.service
  await runQueue(service.service)
  archive = await fetchArchive(service, await asOwner(service, filled.shop))
  target = await service.shop('Target')
  plan = await service.service.db.store(target, 'read', (tx) => makePlan(tx, areas.archive, true))
})
after(() => filled.close())

async function restore(content: Buffer) {
  const sent = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/imports/archive', payload: content },
    headers: { ...asKey(target), 'content-type': 'application/zip' },
  })
  assert.equal(sent.statusCode, 202, sent.payload)
  await runQueue(service.service)
  return (await target.api.get(`/imports/${sent.json().id}`)).body
}

const first = (table: string): Line | undefined => readArchiveLines(archive).find((line) => line.table === table)

function changing(table: string, change: (row: Line['row']) => Line['row']) {
  let isDone = false
  return withLines(archive, (line) => {
    if (isDone || line.table !== table) return line
    isDone = true
    return { ...line, row: change(line.row) }
  })
}

const hostile: Record<string, readonly unknown[]> = {
  text: ['x'.repeat(100_001), 'a\u0000b', '\ud800', 7, { a: 1 }],
  'text[]': [['x'.repeat(100_001)], 'x', Array.from({ length: 5_001 }, () => 'x')],
  boolean: ['yes', 1],
  smallint: [1.5, 1e16, '1'],
  integer: [1.5, 1e16, '1'],
  bigint: [1.5, 1e16, '1'],
  numeric: ['NaN', 1e16],
  uuid: ['1', 7, "'; drop table reviews"],
  date: ['infinity', '10000-01-01'],
  bytea: ['<script>', '\\x0'],
}

test('a hostile value in any archived column is refused with its file, row and field', () => {
  let tried = 0
  for (const [table, { checks, path, types, columns, ids, declared }] of plan.tables) {
    if (declared.insteadOfRestoring) continue
    const line = first(table) ?? { table, row: {} }
    for (const column of columns) {
      const type = types.get(column) ?? ''
      const values = hostile[type] ?? (type.startsWith('timestamp') ? hostile.date : undefined)
      // Skips columns with documents, because the areas check those, and ids, because the restore checks them.
      if (!values || ids.includes(column)) continue
      for (const value of values) {
        const row = { ...line.row, [column]: value }
        assert.throws(
          () => checks({ table, row, text: '', number: 12 }, path),
          (error: Error & { code?: string }) =>
            error.code === 'archive_invalid' && error.message.startsWith(`${path}, row 12, ${column}: `),
          `${table}.${column} took ${JSON.stringify(value)?.slice(0, 40)}`,
        )
        tried++
      }
    }
  }
  assert.ok(tried > 1_000, String(tried))
})

describe('a row that the API would refuse fails the restore, which then writes nothing', () => {
  const attacks: Record<string, [table: string, change: (row: Line['row']) => Line['row']]> = {
    'markup in the variables of a page': [
      'web_page_versions',
      (row) => ({ ...row, variables: { '--evident-accent': 'red}</style><script>alert(1)</script>' } }),
    ],
    'a variable that is none': ['web_page_versions', (row) => ({ ...row, variables: { '--x': 'red' } })],
    'a script behind a button': [
      'web_page_versions',
      (row) => ({ ...row, blocks: [{ type: 'button', label: 'Go', url: 'java\tscript:alert(1)' }] }),
    ],
    'a script behind a translated button': [
      'web_page_versions',
      (row) => ({
        ...row,
        translations: { de: { blocks: [{ type: 'button', label: 'x', url: 'data:text/html,x' }] } },
      }),
    ],
    'blocks that are no list': ['web_page_versions', (row) => ({ ...row, blocks: { type: 'markdown' } })],
    'a slug with a path': ['web_pages', (row) => ({ ...row, slug: '../x' })],
    'a selector that is none': ['placements', (row) => ({ ...row, selector: 'a{}' })],
    'a heading longer than any': ['placements', (row) => ({ ...row, heading: 'x'.repeat(151) })],
    'an answer longer than any': ['faqs', (row) => ({ ...row, answer: 'x'.repeat(10_001) })],
    'a gallery with a long title': ['galleries', (row) => ({ ...row, title: 'x'.repeat(151) })],
    'translations that are none': ['galleries', (row) => ({ ...row, translations: { de: { title: 7 } } })],
    'an offer of a million million points': ['review_incentives', (row) => ({ ...row, points: 1e12 })],
    'an offer translated by a number': ['review_incentives', (row) => ({ ...row, translations: { de: { text: 7 } } })],
    'a long translation of a shown offer': [
      'review_incentive_versions',
      (row) => ({ ...row, translations: { de: { text: 'x'.repeat(121) } } }),
    ],
    'a balance that no line explains': ['loyalty_members', (row) => ({ ...row, balance: 5_000_000 })],
    'a reward that costs less than nothing': ['loyalty_rewards', (row) => ({ ...row, cost: -5 })],
    'a reward that costs nothing': ['loyalty_rewards', (row) => ({ ...row, cost: 0 })],
    'a redemption that gives points': ['loyalty_redemptions', (row) => ({ ...row, points: -5 })],
    'a sequence that waits for less than nothing': [
      'email_sequence_versions',
      (row) => ({ ...row, steps: [{ type: 'wait', days: -1, hours: 0, minutes: 0 }] }),
    ],
    'a script in the steps of a sequence': [
      'email_sequence_versions',
      (row) => ({ ...row, steps: [{ type: 'script', run: 'x' }] }),
    ],
    'a negative total': ['orders', (row) => ({ ...row, total: -1 })],
    'a review longer than any': ['reviews', (row) => ({ ...row, body: 'x'.repeat(5_001) })],
    'a script as the address of a product': ['products', (row) => ({ ...row, url: 'javascript:alert(1)' })],
    'a product with an endless title': ['products', (row) => ({ ...row, title: 'x'.repeat(501) })],
  }
  for (const [name, [table, change]] of Object.entries(attacks))
    test(name, async () => {
      assert.ok(first(table), `the filled shop has no row of ${table}`)
      const done = await restore(await changing(table, change))
      assert.deepEqual([done.status, done.error?.code], ['failed', 'archive_invalid'], JSON.stringify(done.error))
      assert.match(done.error.message, /^data\/[a-z-]+\.jsonl/)
      const { rows } = await service.query('select count(*)::int as n from products where store_env_id = $1', [
        target.storeEnvId,
      ])
      assert.equal(rows[0].n, 0)
    })
})

test('an archived page whose canonical URL has a foreign origin is restored without that origin', async () => {
  const content = await changing('web_page_versions', (row) => ({ ...row, canonical_url: 'https://evil.example/x' }))
  const done = await restore(content)
  assert.equal(done.status, 'completed', JSON.stringify(done.error))
  assert.ok(!done.rowsByType.some(({ unproven }: { unproven?: number }) => unproven), JSON.stringify(done.rowsByType))
  const { rows } = await service.query(
    `select count(*)::int as n from web_page_versions where store_env_id = $1 and canonical_url like '%evil%'`,
    [target.storeEnvId],
  )
  assert.equal(rows[0].n, 0)
})
