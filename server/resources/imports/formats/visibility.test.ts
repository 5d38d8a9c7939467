import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { chooseStatus } from '../rules.ts'
import { aliases } from '../vendors/fields.ts'
import type { Format } from '../vendors/format.ts'
import { signatures } from './signatures.ts'
import { readVisibility } from './visibility.ts'

const generic = { fields: aliases }
const byName = new Map<string, Pick<Format, 'fields' | 'ignored' | 'statusWords'>>(
  signatures.map((format) => [format.name, format]),
)
const read = (values: Record<string, string>, format = 'generic') =>
  readVisibility(values, byName.get(format) ?? generic)

describe('the strictest of several visibility statements counts', () => {
  const table: [format: string, values: Record<string, string>, status: string][] = [
    ['generic', { published: 'true', hidden: 'true' }, 'rejected'],
    ['generic', { published: 'true', hidden: 'false', curated: 'ok' }, 'approved'],
    ['generic', { published: 'true', curated: 'spam' }, 'spam'],
    ['generic', { published: 'true', curated: 'not-yet' }, 'pending'],
    ['generic', { status: 'approved', published: 'FALSE' }, 'pending'],
    ['generic', { status: 'approved', isarchived: 'ja' }, 'rejected'],
    ['generic', { status: 'approved', deletedat: '2024-01-02' }, 'rejected'],
    ['generic', { status: 'approved', deletedat: '0000-00-00 00:00:00' }, 'approved'],
    ['generic', { status: 'approved', deletedat: 'NULL', hidden: 'N/A', spam: '-' }, 'approved'],
    ['generic', { status: 'published\nhidden' }, 'rejected'],
    ['generic', { hidden: 'x' }, 'rejected'],
    ['generic', { hidden: 'perhaps' }, 'rejected'],
    ['generic', { hidden: '' }, 'pending'],
    ['generic', { reviewstatus: 'Published', reviewhidden: '1' }, 'rejected'],
    ['generic', { state: 'published', visibility: 'private' }, 'pending'],
    ['generic', { veröffentlicht: 'nein', status: 'veröffentlicht' }, 'approved'],
    ['judge_me_export', { curated: 'ok', published: 'true', hidden: '1' }, 'rejected'],
    ['judge_me_export', { curated: 'spam', published: 'true' }, 'spam'],
    ['yotpo', { reviewstatus: 'Published', deleted: 'TRUE' }, 'rejected'],
    ['okendo', { status: 'approved', isapproved: 'false' }, 'pending'],
    ['okendo', { status: 'rejected', isapproved: 'true' }, 'rejected'],
    ['loox_export', { status: 'Active', hidden: 'yes' }, 'rejected'],
    ['loox_export', { status: 'Hidden' }, 'rejected'],
    ['loox', { spam: 'oui' }, 'spam'],
    ['stamped', { published: 'true', state: 'archived' }, 'rejected'],
    ['shopify_product_reviews', { state: 'published', spam: '1' }, 'spam'],
    ['opinew', { state: 'approved', isdeleted: 'T' }, 'rejected'],
    ['ryviu', { status: '1', hidden: 'Yes' }, 'rejected'],
    ['kudobuzz', { published: 'TRUE', archived: 'TRUE' }, 'rejected'],
    ['powerreviews', { reviewstatus: 'Approved', isspam: 'true' }, 'spam'],
    ['echobrain', { publish: 'true', trashed: 'true' }, 'rejected'],
    ['woocommerce', { commentapproved: 'post-trashed' }, 'rejected'],
    ['woocommerce', { commentapproved: 'spam' }, 'spam'],
    ['woocommerce', { commentapproved: '1', deleted: '1' }, 'rejected'],
    ['woocommerce', { commentapproved: '0' }, 'pending'],
  ]
  for (const [format, values, status] of table)
    test(`${format}: ${JSON.stringify(values)} is ${status}`, () => {
      assert.equal(read(values, format).status, status)
    })
})

test('many spellings of yes, no and empty values are understood', () => {
  for (const yes of ['TRUE', '1', 'yes', 'Ja', 'x', 'X', 'Oui', 'sí', 'on', '✓', '1.0', 'wahr'])
    assert.deepEqual(
      [yes, read({ published: yes }).status, read({ hidden: yes }).status],
      [yes, 'approved', 'rejected'],
    )
  for (const no of ['FALSE', '0', 'no', 'Nein', 'n', 'non', 'off', 'não', '0.0', 'falsch'])
    assert.deepEqual([no, read({ published: no }).status, read({ hidden: no }).isStated], [no, 'pending', false])
  for (const nothing of ['', ' ', 'null', 'None', 'n/a', '#N/A', '-', '–', 'undefined', '[]'])
    assert.deepEqual([nothing, read({ published: nothing, hidden: nothing }).isStated], [nothing, false])
})

const order = ['approved', 'pending', 'rejected', 'spam']
const withholding = fc.oneof(
  fc.record({
    name: fc.constantFrom('hidden', 'isArchived', 'spam', 'deleted_at', 'review_removed', 'is_draft', 'flagged'),
    value: fc.oneof(fc.constantFrom('true', '1', 'x', '2024-05-01', 'Ja'), fc.string({ minLength: 1 })),
  }),
  fc.record({
    name: fc.constantFrom('status', 'published', 'curated', 'moderation_status', 'visible'),
    value: fc.constantFrom(
      'false',
      'no',
      '0',
      'hidden',
      'spam',
      'archived',
      'not-yet',
      'rejected',
      'deleted',
      'Entwurf',
    ),
  }),
)
const facts = fc.dictionary(
  fc.constantFrom('status', 'published', 'curated', 'hidden', 'isapproved', 'archived', 'state', 'visibility'),
  fc.constantFrom('', 'true', 'false', 'published', 'hidden', 'ok', 'spam', 'not-yet', 'null', 'what', 'x', '0'),
)

test('an additional column that hides a review never makes the review more public, in any format', () => {
  fc.assert(
    fc.property(facts, withholding, fc.constantFrom(generic, ...signatures), (values, { name, value }, format) => {
      const column = name.toLowerCase().replace(/[_-]/g, '')
      const before = readVisibility(values, format)
      const after = readVisibility({ ...values, [column]: [values[column], value].filter(Boolean).join('\n') }, format)
      assert.ok(order.indexOf(after.status) >= order.indexOf(before.isStated ? before.status : 'approved'))
      const shown = (said: typeof before) => chooseStatus(said.status, said.isStated, 'approved') === 'approved'
      assert.ok(shown(before) || !shown(after))
    }),
    { numRuns: 2_000 },
  )
})
