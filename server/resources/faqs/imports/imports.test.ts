import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csv, listImportRows, pickCounts } from '#resources/imports/imports.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { questionsShown, shown } from '../faqs.testing.ts'

const service = provideService()

async function bring(shop: Shop, content: string | Buffer, query = '', api = shop.api) {
  const { status, body, text } = await api.post(`/imports/faqs${query}`, content, csv)
  assert.equal(status, 202, text)
  await service.runJobs()
  return (await shop.api.get(`/imports/${body.id}`)).body
}

const listed = async (shop: Shop) => (await shop.api.get('/faqs?limit=100')).body.data
const listRowCodes = async (shop: Shop, id: string) =>
  (await listImportRows(shop.api, id)).map(({ line, outcome, code }: Record<string, unknown>) => [line, outcome, code])

const file = `Question,Answer,Group,Locale,Product IDs,Category IDs,Status
Is it dishwasher safe?,"Yes, **all** of them.",Care,en,"mug, cup",,published
Wie groß?,0.4 Liter.,,de_at,,,draft
Do you ship abroad?,Yes.,Shipping,,,kitchen,TRUE
`

async function stocked(): Promise<Shop> {
  const shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug' },
    { platformProductId: 'cup', title: 'Cup' },
  ])
  await shop.api.put('/categories', [{ platformCategoryId: 'kitchen', name: 'Kitchen' }])
  return shop
}

test('a file imports questions and answers in order with their references, and drafts stay drafts', async () => {
  const shop = await stocked()
  await shop.api.post('/faqs', { question: 'Was here?', answer: 'Yes.' })
  const done = await bring(shop, file)
  assert.deepEqual([done.kind, done.format, done.status], ['faqs', 'generic_faqs', 'completed'])
  assert.deepEqual(pickCounts(done), { total: 3, imported: 3, updated: 0, skipped: 0, failed: 0 })
  const faqs = await listed(shop)
  assert.deepEqual(
    faqs.map(({ question, group, locale, status, appliesTo }: Record<string, unknown>) => [
      ...[question, group, locale, status, appliesTo],
    ]),
    [
      ['Was here?', null, null, 'draft', 'everything'],
      ['Is it dishwasher safe?', 'Care', 'en', 'published', 'selected'],
      ['Wie groß?', null, 'de-AT', 'draft', 'everything'],
      ['Do you ship abroad?', 'Shipping', null, 'published', 'selected'],
    ],
  )
  assert.deepEqual([faqs[1].productIds.length, faqs[3].categoryIds.length], [2, 1])
  const [mug] = await shown(shop, '&platformProductId=mug')
  assert.deepEqual(
    [mug?.question, mug?.answerHtml],
    ['Is it dishwasher safe?', '<p>Yes, <strong>all</strong> of them.</p>\n'],
  )
  assert.deepEqual(await questionsShown(shop), [])
})

test('the same file again adds nothing and overwrites no later change of the store', async () => {
  const shop = await stocked()
  await bring(shop, file)
  const [first] = await listed(shop)
  await shop.api.patch(`/faqs/${first.id}`, { question: 'Dishwasher?', answer: 'Better by hand.', productIds: [] })
  const before = await listed(shop)
  const again = await bring(shop, file.replace('Is it dishwasher safe?', '  is IT  dishwasher SAFE? '))
  assert.deepEqual(pickCounts(again), { total: 3, imported: 0, updated: 0, skipped: 3, failed: 0 })
  assert.deepEqual(await listed(shop), before)
  assert.deepEqual(await listRowCodes(shop, again.id), [
    [2, 'skipped', 'already_imported'],
    [3, 'skipped', 'already_imported'],
    [4, 'skipped', 'already_imported'],
  ])
})

test('a file skips a question that exists already, unless its references differ', async () => {
  const shop = await stocked()
  await shop.api.post('/faqs', { question: 'Is it  safe?', answer: 'Yes.' })
  const done = await bring(
    shop,
    'question,answer,product ids\nis it safe?,No.,\nIs it safe?,The mug is.,mug\nIs it safe?,Again.,mug\nIs it safe?,The cup is.,cup\n',
  )
  assert.deepEqual(await listRowCodes(shop, done.id), [
    [2, 'skipped', 'already_imported'],
    [3, 'imported', null],
    [4, 'skipped', 'repeated_question'],
    [5, 'imported', null],
  ])
})

test('a dry run reports the outcome and writes nothing', async () => {
  const shop = await stocked()
  const done = await bring(shop, file, '?dryRun=true')
  assert.deepEqual([done.dryRun, done.imported], [true, 3])
  assert.deepEqual(await listed(shop), [])
})

test('each invalid row is reported with its reason, and the others are imported', async () => {
  const shop = await stocked()
  const other = await stocked()
  const theirs = (await other.api.get('/products/by-platform-id/mug')).body.id
  const mine = (await shop.api.get('/products/by-platform-id/mug')).body.id
  const long = (length: number) => 'x'.repeat(length)
  const rows = [
    ['', 'Yes.', '', '', '', ''],
    ['No answer?', ' ', '', '', '', ''],
    [`${long(300)}?`, 'Yes.', '', '', '', ''],
    ['Long answer?', long(10_001), '', '', '', ''],
    ['Long group?', 'Yes.', long(81), '', '', ''],
    ['Which language?', 'None.', '', 'not a language', '', ''],
    ['Which status?', 'None.', '', '', 'perhaps', ''],
    ['Unknown product?', 'Yes.', '', '', '', 'spoon'],
    ['Their product?', 'Yes.', '', '', '', theirs],
    ['<script>alert(1)</script>?', '<img src=x onerror=alert(1)>', '=1+1', '', 'published', mine],
  ]
  const content = ['question,answer,group,locale,status,product ids', ...rows.map((row) => row.join(','))].join('\n')
  const done = await bring(shop, content)
  assert.deepEqual(
    (await listRowCodes(shop, done.id)).map(([, outcome, code]: unknown[]) => code ?? outcome),
    [
      'question_missing',
      'answer_missing',
      'question_too_long',
      'answer_too_long',
      'group_too_long',
      'locale_not_known',
      'status_not_known',
      'product_not_found',
      'product_not_found',
      'imported',
    ],
  )
  const [faq] = await shown(shop, '&platformProductId=mug')
  assert.doesNotMatch(faq?.answerHtml ?? '', /<img/)
})

test('a file without FAQ columns is refused, naming the missing columns; viewers cannot import', async () => {
  const shop = await stocked()
  const refused = await shop.api.post('/imports/faqs', 'email,points\na@b.example,1\n', csv)
  assert.deepEqual([refused.status, refused.body.code], [400, 'unknown_format'])
  assert.match(refused.body.message, /question, answer/)
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.post('/imports/faqs', file, csv)).body.code, 'role_read_only')
  const member = await shop.as('MEMBER', ['imports:write'])
  assert.equal((await bring(shop, file, '', member)).imported, 3)
})

test('a file of thousands of rows is imported completely and in order, up to 10,000', async () => {
  const shop = await service.shop()
  const content = `question,answer\n${Array.from({ length: 10_002 }, (_, n) => `Question ${n}?,Answer ${n}`).join('\n')}\n`
  const done = await bring(shop, content)
  assert.deepEqual([done.imported, done.failed], [10_000, 2])
  const { body } = await shop.api.get('/faqs?limit=3&includeTotal=true')
  assert.equal(body.pagination.total, 10_000)
  assert.deepEqual(
    body.data.map(({ question }: { question: string }) => question),
    ['Question 0?', 'Question 1?', 'Question 2?'],
  )
  const again = await bring(shop, content)
  assert.deepEqual([again.imported, again.skipped], [0, 10_000])
})
