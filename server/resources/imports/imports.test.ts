import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import {
  countRows,
  importFile,
  listImportedReviews,
  listImportRows,
  looxFile,
  makeMugShop,
  pickCounts,
  queryAs,
  sample,
  sampleNames,
  sellSamples,
  upload,
} from './imports.testing.ts'

// No name server is reachable, so no photo of a sample file is requested from the network.
const service = provideService({
  now: new Date('2026-06-01T00:00:00Z'),
  env: { BILLING: 'manual', DNS_SERVERS: '127.0.0.1:9' },
})

const mugShop = () => makeMugShop(service)

test('malformed addresses are dropped, and the import reports their number and first line', async () => {
  const shop = await mugShop()
  const file = looxFile(3, (i) => (i === 1 ? {} : { email: 'nobody at home' }))
  const done = await importFile(service, shop.api, file)
  assert.deepEqual([done.status, done.imported, done.failed], ['completed', 3, 0])
  const found = done.warnings.filter(({ code }: { code: string }) => code === 'invalid_email')
  assert.equal(found.length, 1, JSON.stringify(done.warnings))
  assert.match(found[0].message, /^2 rows have an e-mail address that is not valid; .* The first is line 2\.$/)
  assert.deepEqual((await shop.api.get(`/imports/${done.id}`)).body.warnings, done.warnings)
  const sound = await importFile(
    service,
    (await mugShop()).api,
    looxFile(1, () => ({})),
  )
  assert.ok(!sound.warnings.some(({ code }: { code: string }) => code === 'invalid_email'))
})

describe('vendor files', () => {
  let shop: Shop
  before(async () => {
    shop = await service.shop()
    await sellSamples(shop)
  })

  const refused: Record<string, string[]> = {}

  for (const name of sampleNames) {
    test(`${name} is imported completely, and a second import adds nothing`, async () => {
      const first = await importFile(service, shop.api, sample(name), `?fileName=${name}`)
      assert.equal(first.status, 'completed', JSON.stringify(first))
      const failures = await listImportRows(shop.api, first.id, '&outcome=failed')
      assert.deepEqual(
        failures.map((row: { code: string }) => row.code),
        refused[name] ?? [],
        JSON.stringify(failures),
      )
      assert.equal(first.fileName, name)
      assert.ok(first.imported + first.updated > 0)
      assert.equal(first.processed, first.total)

      const second = await importFile(service, shop.api, sample(name))
      assert.deepEqual(pickCounts(second), {
        total: first.total,
        imported: 0,
        updated: 0,
        skipped: first.total - first.failed,
        failed: first.failed,
      })
    })
  }
})

const judgeMeHeader = 'title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,curated'

describe('statuses and attributes after an import', () => {
  test('a dry run counts the outcomes and writes no review, customer or photo', async () => {
    const shop = await mugShop()
    const file = looxFile(3, (i) => (i === 1 ? { handle: 'unknown-thing' } : {}))
    const dry = await importFile(service, shop.api, file, '?dryRun=true')
    assert.equal(dry.dryRun, true)
    assert.deepEqual(pickCounts(dry), { total: 3, imported: 2, updated: 0, skipped: 0, failed: 1 })
    const [row] = await listImportRows(shop.api, dry.id, '&outcome=failed')
    assert.deepEqual([row.line, row.code, row.reviewId], [3, 'product_not_found', null])
    assert.match(row.message, /handle “unknown-thing”/)
    assert.deepEqual(await listImportedReviews(shop.api), [])
    assert.deepEqual(await countRows(service, shop, 'customers'), 0)
    assert.deepEqual(await countRows(service, shop, 'review_photos'), 0)

    const real = await importFile(service, shop.api, file)
    assert.deepEqual(pickCounts(real), pickCounts(dry))
    const again = await importFile(service, shop.api, file, '?dryRun=true')
    assert.deepEqual(pickCounts(again), { total: 3, imported: 0, updated: 0, skipped: 2, failed: 1 })
  })

  test('reviews are imported as pending, and spam stays spam', async () => {
    const shop = await mugShop()
    await importFile(service, shop.api, shopifyStates)
    assert.deepEqual(await statusesByBody(shop), { Shown: 'pending', Unsaid: 'pending', Held: 'pending', Junk: 'spam' })
  })

  test('reviews and pictures that Judge.me hides or marks as spam are never published', async () => {
    const shop = await mugShop()
    const review = (body: string, more: object) => ({
      id: body.length,
      title: 'Judge.me',
      body,
      rating: 5,
      product_external_id: 'mug',
      reviewer: { name: 'Ada', email: 'ada@customer.example' },
      created_at: '2024-01-02T10:00:00+00:00',
      published: true,
      ...more,
    })
    const file = JSON.stringify({
      current_page: 1,
      per_page: 10,
      reviews: [
        review('Shown', { hidden: false, curated: 'ok' }),
        review('Hidden', { hidden: true, curated: 'ok' }),
        review('Junk', { hidden: false, curated: 'spam' }),
        review('Later', { hidden: false, curated: 'not-yet' }),
      ],
    })
    const { status, body } = await upload(shop.api, file, '?status=approved', { 'content-type': 'application/json' })
    assert.equal(status, 202, JSON.stringify(body))
    await service.runJobs()
    assert.deepEqual(await statusesByBody(shop), {
      Shown: 'approved',
      Hidden: 'rejected',
      Junk: 'spam',
      Later: 'pending',
    })
  })

  test("only the shop's answers in a comment export become replies, in any order of rows", async () => {
    const shop = await mugShop()
    const header =
      'comment_ID,comment_post_ID,comment_author,comment_author_email,comment_date_gmt,comment_content,comment_approved,comment_parent,user_id,rating'
    const row = (id: number, email: string, body: string, approved: number | string, parent: number, user: number) =>
      `${id},mug,${body.slice(0, 3)},${email}@x.example,2024-02-0${id} 12:00:00,${body},${approved},${parent},${user},${parent === 0 ? 5 : ''}`
    const file = [
      header,
      row(4, 'shop', 'In front.<br />Ida', 1, 1, 9),
      row(1, 'ada', 'First', 1, 0, 0),
      row(2, 'bob', 'Second', 1, 0, 0),
      row(3, 'cleo', 'Third &amp; last', 1, 0, 0),
      row(5, 'bob', 'By the author', 1, 2, 7),
      row(6, 'visitor', 'By a visitor', 1, 3, 0),
      row(7, 'shop', 'Held back', 0, 3, 9),
      row(8, 'shop', 'A second one', 1, 1, 9),
    ].join('\n')
    const done = await importFile(service, shop.api, file, '?status=approved')
    assert.deepEqual(pickCounts(done), { total: 8, imported: 3, updated: 0, skipped: 3, failed: 2 })
    const reviews: { body: string; reply: { body: string; repliedAt: string } | null }[] = await listImportedReviews(
      shop.api,
    )
    assert.deepEqual(
      Object.fromEntries(reviews.map(({ body, reply }) => [body, reply && [reply.body, reply.repliedAt]])),
      {
        First: ['In front.\nIda', '2024-02-04T12:00:00.000Z'],
        Second: null,
        'Third & last': null,
      },
    )
  })

  test('ids and GTINs changed by spreadsheets find their products, or the row states the reason', async () => {
    const shop = await service.shop()
    await shop.api.put('/products', [
      { platformProductId: '0042', title: 'Zeros' },
      { platformProductId: 'gtin', title: 'GTIN', gtin: '4-006381-333931' },
      { platformProductId: 'dash-1', title: 'Dash' },
      { platformProductId: 'gid://shopify/Product/77', title: 'Pushed as sent' },
    ])
    const file = `rating,body,date,author,gtin,product id
5,a,2024-01-02,Ada,,42
5,b,2024-01-02,Ada,,42.0
5,c,2024-01-02,Ada,,'0042
5,d,2024-01-02,Ada,4006381333931,
5,e,2024-01-02,Ada,04006381333931.0,
5,f,2024-01-02,Ada,4 006381–333931,
5,g,2024-01-02,Ada,,dash–1
5,h,2024-01-02,Ada,,77
5,i,2024-01-02,Ada,4.00638E+12,
5,j,2024-01-02,Ada,,9.03886E+12
`
    const done = await importFile(service, shop.api, file)
    const failed = await listImportRows(shop.api, done.id, '&outcome=failed')
    assert.deepEqual(
      failed.map((row: { line: number; code: string }) => [row.line, row.code]),
      [
        [10, 'gtin_mangled'],
        [11, 'product_id_mangled'],
      ],
    )
    const found: { body: string; product: { title: string } }[] = await listImportedReviews(shop.api)
    assert.deepEqual(Object.fromEntries(found.map(({ body, product }) => [body, product.title])), {
      ...{ a: 'Zeros', b: 'Zeros', c: 'Zeros', d: 'GTIN', e: 'GTIN', f: 'GTIN', g: 'Dash', h: 'Pushed as sent' },
    })
  })

  test('only admins approve by import, with an audit entry, and withheld reviews stay unpublished', async () => {
    const shop = await mugShop()
    const member = await shop.as('MEMBER')
    const refusal = await upload(member, shopifyStates, '?status=approved')
    assert.deepEqual([refusal.status, refusal.body.code], [403, 'role_insufficient'])
    assert.equal((await upload(member, shopifyStates, '?dryRun=true')).status, 202)

    const done = await importFile(service, shop.api, shopifyStates, '?status=approved')
    assert.equal(done.reviewStatus, 'approved')
    assert.deepEqual(await statusesByBody(shop), {
      Shown: 'approved',
      Unsaid: 'approved',
      Held: 'pending',
      Junk: 'spam',
    })
    const [shown] = await listImportedReviews(shop.api, '&status=approved')
    assert.ok(shown.approvedAt)
    const owner = await shop.signedIn()
    const { body } = await owner.get('/account/audit-log?action=import.started')
    const entry = body.data.find((each: { target: { id: string } }) => each.target.id === done.id)
    assert.equal(entry.details.reviewStatus, 'approved')
    assert.equal(entry.actor.type, 'key')
  })

  test("a changed row updates the text, but not the store's decision or reply", async () => {
    const shop = await mugShop()
    const file = (rating: number, reply: string) =>
      `product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at
mug,published,${rating},Nice,Ada,ada@example.com,,Good mug,${reply},2024-01-01,2024-01-02`
    await importFile(service, shop.api, file(5, ''))
    const [review] = await listImportedReviews(shop.api)
    await shop.api.put(`/reviews/${review.id}`, { status: 'rejected', reply: { body: 'Ours' } })
    const done = await importFile(service, shop.api, file(3, 'Theirs'))
    assert.deepEqual(pickCounts(done), { total: 1, imported: 0, updated: 1, skipped: 0, failed: 0 })
    const [changed] = await listImportedReviews(shop.api)
    assert.deepEqual(
      [changed.id, changed.rating, changed.status, changed.reply.body],
      [review.id, 3, 'rejected', 'Ours'],
    )
    assert.deepEqual(await listImportRows(shop.api, done.id), [
      { line: 2, outcome: 'updated', code: null, message: null, reviewId: review.id },
    ])
  })

  test('a second import does not overwrite an edit of an imported review', async () => {
    const shop = await mugShop()
    await importFile(service, shop.api, looxFile(1))
    const [review] = await listImportedReviews(shop.api)
    const edited = await shop.api.put(`/reviews/${review.id}`, { rating: 4, body: 'Shortened', authorName: 'P.' })
    assert.equal(edited.status, 200, edited.text)
    const again = await importFile(service, shop.api, looxFile(1))
    assert.equal(again.skipped, 1)
    const [kept] = await listImportedReviews(shop.api)
    assert.deepEqual([kept.rating, kept.body, kept.authorName], [4, 'Shortened', 'P.'])
  })

  test('a "verified" column proves nothing, even if the author\'s address has an order', async () => {
    const shop = await mugShop()
    await addOrder(shop, 'SO-1', 'petra@example.com')
    const header =
      'Review ID,Order ID,Product Handle,Review Score,Review Content,Review Title,Review Creation Date,Reviewer Display Name,Reviewer Email,Reviewer Type,Product ID'
    const row = '7,SO-1,mug,5,Great,Yes,2024-01-01,Petra,Petra@Example.com,verified_buyer,mug'
    const done = await importFile(service, shop.api, `${header}\n${row}\n`)
    assert.equal(done.format, 'yotpo')
    const [review] = await listImportedReviews(shop.api)
    assert.equal(review.verified, false)
    assert.equal(review.importedFrom, 'yotpo')
    assert.equal(review.source, 'import')
    assert.ok(review.orderId, 'the order it names is linked')
    const claimed = await queryAs(service, shop, 'select claimed_verified, author_email from reviews')
    assert.deepEqual(claimed, [{ claimed_verified: true, author_email: 'petra@example.com' }])
  })

  test('incentives are imported, undated answers are shown, and authors become customers', async () => {
    const shop = await mugShop()
    const header =
      'product_handle,product_Id,rating,author,email,body,created_at,photo_url,reply,replied_at,verified_purchase,incentivized'
    await importFile(service, shop.api, `${header}\nmug,,4,Inés,INES@example.com,Fine,2024-07-20,,Thanks,,true,true\n`)
    const [review] = await listImportedReviews(shop.api)
    assert.equal(review.incentive, 'coupon')
    assert.deepEqual(review.reply, { body: 'Thanks', authorName: '', repliedAt: '2024-07-20T00:00:00.000Z' })
    assert.deepEqual(await queryAs(service, shop, 'select email, name from customers'), [
      { email: 'ines@example.com', name: 'Inés' },
    ])
  })

  test('an import does not restore the erased author of a review', async () => {
    const shop = await mugShop()
    await importFile(service, shop.api, looxFile(1))
    await queryAs(
      service,
      shop,
      "update reviews set author_email = null, author_name = 'Anonymous', anonymized_at = now()",
    )
    const done = await importFile(
      service,
      shop.api,
      looxFile(1, () => ({ rating: '2' })),
    )
    assert.equal(done.skipped, 1)
    const [review] = await listImportedReviews(shop.api)
    assert.deepEqual([review.authorName, review.rating], ['Anonymous', 1])
  })

  test('a review that occurs twice in a file is imported once', async () => {
    const shop = await mugShop()
    const file = looxFile(4, (i) => ({ body: 'Same', email: 'same@example.com', rating: i < 3 ? '5' : '1' }))
    const oneAuthor = file.replaceAll(/Person \d/g, 'Sam')
    const done = await importFile(service, shop.api, oneAuthor)
    assert.deepEqual(pickCounts(done), { total: 4, imported: 1, updated: 1, skipped: 2, failed: 0 })
    const dry = await importFile(service, (await mugShop()).api, oneAuthor, '?dryRun=true')
    assert.deepEqual(pickCounts(dry), pickCounts(done))
  })
})

describe('the product of a row', () => {
  test('the most reliable reference that names exactly one product decides', async () => {
    const shop = await service.shop()
    await shop.api.put('/products', [
      { platformProductId: 'by-gtin', gtin: '4006381333931', handle: 'twin' },
      { platformProductId: 'by-id', sku: 'S-1', handle: 'twin' },
      { platformProductId: 'many', variants: [{ platformVariantId: 'v-1', sku: 'S-2' }, { platformVariantId: 'v-2' }] },
    ])
    const rows = [
      '5,g,2024-01-01,A,04006381333931,by-id,,',
      '5,i,2024-01-01,A,,by-id,S-2,',
      '5,v,2024-01-01,A,,v-2,S-1,',
      '5,s,2024-01-01,A,,gone,S-1,twin',
      '5,t,2024-01-01,A,,,,twin',
      '5,n,2024-01-01,A,,,,nothing',
    ]
    const done = await importFile(
      service,
      shop.api,
      `rating,body,date,author,gtin,product id,sku,handle\n${rows.join('\n')}`,
    )
    const products = (await listImportedReviews(shop.api)).map(
      (review: { body: string; product: { platformProductId: string } }) => [
        review.body,
        review.product.platformProductId,
      ],
    )
    assert.deepEqual(Object.fromEntries(products), { g: 'by-gtin', i: 'by-id', v: 'many', s: 'by-id' })
    const failures = await listImportRows(shop.api, done.id, '&outcome=failed')
    assert.deepEqual(
      failures.map((row: { line: number; code: string }) => [row.line, row.code]),
      [
        [6, 'product_ambiguous'],
        [7, 'product_not_found'],
      ],
    )
  })

  test('products of another store are not matched', async () => {
    await mugShop()
    const shop = await service.shop()
    const done = await importFile(service, shop.api, looxFile(1))
    assert.deepEqual([done.status, done.failed], ['completed', 1])
  })
})

describe('outcomes', () => {
  test('rows are listed in file order, paged, filtered and counted', async () => {
    const shop = await mugShop()
    const { id } = await importFile(
      service,
      shop.api,
      looxFile(7, (i) => (i % 2 ? { rating: '9' } : {})),
    )
    const lines: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await shop.api.get(
        `/imports/${id}/rows?limit=3&includeTotal=true${cursor && `&cursor=${cursor}`}`,
      )
      assert.equal(body.pagination.total, 7)
      lines.push(...body.data.map((row: { line: number }) => row.line))
      cursor = body.pagination.nextCursor
    }
    assert.deepEqual(lines, [2, 3, 4, 5, 6, 7, 8])
    const failed = await shop.api.get(`/imports/${id}/rows?outcome=failed&limit=2&includeTotal=true`)
    assert.deepEqual(
      failed.body.data.map((row: { line: number }) => row.line),
      [3, 5],
    )
    assert.equal(failed.body.pagination.total, 3)
    const none = await shop.api.get(`/imports/${id}/rows?outcome=updated&includeTotal=true`)
    assert.deepEqual(none.body, { data: [], pagination: { limit: 20, hasMore: false, nextCursor: null, total: 0 } })
  })

  test('a cursor from another list, or with an invalid line, returns 400', async () => {
    const shop = await mugShop()
    const { id } = await importFile(service, shop.api, looxFile(1))
    for (const position of ['2026-01-01T00:00:00.000Z', '999999999999999']) {
      const cursor = Buffer.from(`${position}|${id}`).toString('base64url')
      const { status, body } = await shop.api.get(`/imports/${id}/rows?cursor=${cursor}`)
      assert.deepEqual([status, body.code], [400, 'validation_failed'])
    }
  })

  test('imports are listed newest first and filtered by status', async () => {
    const shop = await mugShop()
    const first = await importFile(service, shop.api, looxFile(1))
    service.advance(1000)
    const second = (await upload(shop.api, looxFile(2))).body
    assert.deepEqual([second.status, second.total, second.format], ['queued', null, 'loox'])
    const list = async (query: string) =>
      (await shop.api.get(`/imports${query}`)).body.data.map((each: { id: string }) => each.id)
    assert.deepEqual(await list(''), [second.id, first.id])
    assert.deepEqual(await list('?status=queued'), [second.id])
    const { body } = await shop.api.get('/imports?status=failed&includeTotal=true')
    assert.equal(body.pagination.total, 0)
    await service.runJobs()
  })

  test("another tenant's import and its rows are not found", async () => {
    const [ours, theirs] = [await mugShop(), await mugShop()]
    const { id } = await importFile(service, theirs.api, looxFile(1))
    for (const path of [`/imports/${id}`, `/imports/${id}/rows`]) {
      assert.equal((await theirs.api.get(path)).status, 200)
      assert.equal((await ours.api.get(path)).status, 404)
    }
    assert.deepEqual((await ours.api.get('/imports')).body.data, [])
  })

  test('responses to an API key never contain an email address from the file', async () => {
    const shop = await mugShop()
    const address = 'jane.doe@secret-mail.example'
    const rows = [
      `Title,Body,5,2024-01-01,Jane,${address},mug,ok`,
      `Title,Body 2,5,2024-01-01,${address},${address},mug,ok`,
      `Title,Body 3,${address},2024-01-01,Jane,${address},mug,ok`,
      `Title,Body 4,5,${address},Jane,${address},mug,ok`,
      `Title,Body 5,5,2024-01-01,Jane,${address},${address},ok`,
      `Title,Body 6,5,2024-01-01,Jane,broken ${address},mug,${address}`,
      `"Title,Body 7,5,2024-01-01,Jane,"${address}",mug,ok`,
    ]
    const answers = [await upload(shop.api, `${judgeMeHeader}\n${rows.join('\n')}\n`)]
    await service.runJobs()
    const { id } = answers[0]?.body ?? {}
    for (const path of ['/imports', `/imports/${id}`, `/imports/${id}/rows`, '/reviews?imported=true']) {
      answers.push(await shop.api.get(path))
    }
    answers.push(await upload(shop.api, `${rows.join('\n')}\n`))
    answers.push(await upload(shop.api, `${judgeMeHeader},${address}\n${rows[0]},x\n`))
    assert.equal(answers[3]?.body.data.length, 7)
    for (const { text } of answers) assert.doesNotMatch(text, /secret-mail/)
  })

  test('a lapsed store can read its imports, but cannot start one', async () => {
    const shop = await mugShop()
    const { id } = await importFile(service, shop.api, looxFile(1))
    await queryAs(service, shop, "update subscriptions set status = 'expired' where store_env_id = $1", [
      shop.storeEnvId,
    ])
    const refusal = await upload(shop.api, looxFile(1))
    assert.deepEqual([refusal.status, refusal.body.code], [403, 'subscription_expired'])
    assert.equal((await shop.api.get(`/imports/${id}`)).status, 200)
  })
})

const shopifyStates = `product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at
mug,published,5,,Ada,,,Shown,,2024-01-01,
mug,,4,,Ada,,,Unsaid,,2024-01-01,
mug,unpublished,1,,Ada,,,Held,,2024-01-01,
mug,spam,5,,Ada,,,Junk,,2024-01-01,
`

async function statusesByBody(shop: Shop) {
  const reviews: { body: string; status: string }[] = await listImportedReviews(shop.api)
  return Object.fromEntries(reviews.toReversed().map(({ body, status }) => [body, status]))
}

async function addOrder(shop: Shop, platformOrderId: string, email: string): Promise<void> {
  await queryAs(
    service,
    shop,
    `insert into orders (store_env_id, id, platform_order_id, email, placed_at, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, now(), now(), now())`,
    [shop.storeEnvId, platformOrderId, email],
  )
}
