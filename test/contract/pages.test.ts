// The address of a page gives access to it, and only for one store. Reading a page records nothing, and guessing addresses
// is limited.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { Client } from 'pg'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { stopUrl } from '#resources/analytics/attention/notice-rules.ts'
import { queue, request } from '#resources/email/email.testing.ts'
import { signToken } from '#resources/email/unsubscribing/rules.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { callbackPath } from '#resources/orgs/single-sign-on/rules.ts'
import { received } from '#resources/receipts/receipts.testing.ts'
import { type Ordered, order } from '#resources/storefront/form/form.testing.ts'
import { photo } from '#test/pictures.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { readContents, type TenantTable, tenantTables } from '#test/tenant-rows.ts'
import { areas } from '../../server/entry/areas.ts'

type Tenant = { name: string; shop: Shop; ordered: Ordered; address: Record<string, string> }
type Sent = { payload?: string; headers?: Record<string, string> }

/** A valid call of each page. A new page must be added here, or the first test fails. */
const calls: Record<string, (tenant: Tenant) => { url: string } & Sent> = {
  'affiliates.follow_link': ({ address }) => ({ url: address.affiliate as string }),
  'evidence.appeal_page': ({ address }) => ({ url: address.appeal as string }),
  'evidence.file_appeal': ({ address }) => ({
    url: address.appeal as string,
    ...encoded('statement=It+is+about+the+mug.'),
  }),
  'agents.door': ({ shop }) => ({ url: `/agents/${shop.storeEnvId}/ratings?sku=x` }),
  'agents.schema': () => ({ url: '/agents/schemas/2026-11-27/ratings.json' }),
  'backups.download': ({ address }) => ({ url: address.backup as string }),
  'evidence.keys': () => ({ url: '/evidence/keys' }),
  'evidence.verifier': () => ({ url: '/evidence/verify.mjs' }),
  'evidence.download_assessment': ({ address }) => ({ url: address.assessment as string }),
  'evidence.download_pack': ({ address }) => ({ url: address.pack as string }),
  'evidence.page': ({ shop }) => ({ url: `/evidence/${shop.storeEnvId}` }),
  'evidence.checkpoint': ({ shop }) => ({ url: `/evidence/${shop.storeEnvId}/checkpoint` }),
  'evidence.heads': ({ shop }) => ({ url: `/evidence/${shop.storeEnvId}/heads` }),
  'evidence.consistency': ({ shop }) => ({ url: `/evidence/${shop.storeEnvId}/consistency?from=1&to=1` }),
  'evidence.policy': ({ shop }) => ({ url: `/evidence/${shop.storeEnvId}/policies/1` }),
  'evidence.vkey': ({ shop }) => ({ url: `/evidence/${shop.storeEnvId}/vkey` }),
  'evidence.tile': ({ address }) => ({ url: address.tile as string }),
  'evidence.proof': ({ address }) => ({ url: address.proof as string }),
  'evidence.review': ({ address }) => ({ url: address.evidence as string }),
  'analytics.notification_page': ({ address }) => ({ url: address.notification as string }),
  'analytics.stop_notification': ({ address }) => ({ url: address.notification as string, ...encoded('') }),
  'email.unsubscribe_page': ({ address }) => ({ url: address.unsubscribe as string }),
  'email.unsubscribe': ({ address }) => ({ url: address.unsubscribe as string, ...encoded('scope=category') }),
  'connectors.finish_shopify': () => ({
    url: `/api/v1/connectors/shopify/callback?code=x&shop=acme.myshopify.com&state=y&timestamp=1&hmac=${'0'.repeat(64)}`,
  }),
  'connectors.confirm_shopify': () => ({
    url: '/api/v1/connectors/shopify/callback',
    ...encoded(
      `answer=${encodeURIComponent(`code=x&shop=acme.myshopify.com&state=y&timestamp=1&hmac=${'0'.repeat(64)}`)}`,
    ),
  }),
  'oauth.authorize': () => ({ url: '/oauth/authorize?response_type=code&client_id=x' }),
  'galleries.lead_confirmation_page': ({ address }) => ({ url: address.lead as string }),
  'galleries.confirm_lead': ({ address }) => ({ url: address.lead as string }),
  'oauth.decide': () => ({ url: '/oauth/authorize', ...encoded('decision=approve') }),
  'oauth.token': () => ({ url: '/oauth/token', ...encoded('grant_type=refresh_token') }),
  'oauth.revoke': () => ({ url: '/oauth/revoke', ...encoded('token=y') }),
  'oauth.server_metadata': () => ({ url: '/.well-known/oauth-authorization-server' }),
  'oauth.resource_metadata': () => ({ url: '/.well-known/oauth-protected-resource' }),
  'oauth.mcp_metadata': () => ({ url: '/.well-known/oauth-protected-resource/mcp' }),
  'oauth.api_metadata': () => ({ url: '/.well-known/oauth-protected-resource/api/v1' }),
  'orgs.finish_single_sign_on': () => ({ url: `${callbackPath}?state=${'A'.repeat(43)}&code=x` }),
  'destinations.feed': ({ address }) => ({ url: address.csv as string }),
  'products.review_feed': ({ address }) => ({ url: address.feed as string }),
  'receipts.page': ({ address }) => ({ url: address.receipt as string }),
  'receipts.proof': ({ address }) => ({ url: address.receiptProof as string }),
  'receipts.withdraw': ({ address }) => ({ url: `${address.receipt}/withdraw`, ...encoded('') }),
  'receipts.correct': ({ address }) => ({
    url: `${address.receipt}/correct`,
    ...encoded('rating=3&title=&body=It+leaks.&authorName=Jo'),
  }),
  'reviews.picture': ({ address }) => ({ url: address.picture as string }),
  'reviews.confirmation_page': ({ address }) => ({ url: address.confirm as string }),
  'reviews.confirm': ({ address }) => ({ url: address.confirm as string }),
  'web_pages.page': ({ address }) => ({ url: address.page as string }),
  'storefront.form_page': ({ address }) => ({ url: address.form as string }),
  'storefront.form_sent': ({ address, ordered }) => ({
    url: address.form as string,
    ...encoded(`productId=${ordered.products[0]}`),
  }),
  'storefront.form_opened': ({ address, ordered }) => ({
    url: `${address.form}/open`,
    ...json({ productId: ordered.products[0] }),
  }),
  'storefront.form_photo': ({ address }) => ({ url: `${address.form}/uploads`, ...encoded('') }),
  'storefront.form_review': ({ address, ordered }) => ({
    url: `${address.form}/reviews`,
    ...json(makeReview(ordered.products[0] as string)),
  }),
}

/** Pages that redirect every visitor to the same place, so an invalid code looks like a valid one. */
const leadOn = ['affiliates.follow_link', 'orgs.finish_single_sign_on', 'oauth.authorize', 'oauth.decide']
/**
 * Pages without a secret in their address, with their response status: public documents, and endpoints for unauthenticated
 * programs.
 */
const fixed: Record<string, number> = {
  'evidence.keys': 200,
  'evidence.verifier': 200,
  'oauth.server_metadata': 200,
  'oauth.resource_metadata': 200,
  'oauth.mcp_metadata': 200,
  'oauth.api_metadata': 200,
  'oauth.token': 400,
  'oauth.revoke': 400,
}
/** Pages that answer every unverified request with 401, even if it has another error. */
const unbelieved = ['connectors.finish_shopify', 'connectors.confirm_shopify']
const chooseStatus = (page: PageRoute, otherwise: number) => {
  if (unbelieved.includes(page.id)) return 401
  if (page.id in fixed) return fixed[page.id] as number
  return leadOn.includes(page.id) ? 303 : otherwise
}

/** The test identifies the owner by the file name, because the content is compressed or encrypted. */
const file = 'backups.download'
/** The test identifies the owner by the id of the store, because the file contains nothing else of the store. */
const proofFile = 'receipts.proof'

/** Tables that a read may change, each with the reason. */
const noted: Record<string, RegExp> = {
  // Records when the feed was last fetched, which the merchant sees. Every write also updates the store's change stamp.
  'products.review_feed': /^(review_feeds|change_stamps) /,
  // A completed fetch is recorded as accepted by the receiver.
  'destinations.feed': /^(destination_feeds|destination_items|change_stamps) /,
}

const encoded = (payload: string) => ({
  payload,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const json = (body: unknown) => ({
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const makeReview = (productId: string) => ({
  productId,
  rating: 5,
  body: 'Holds its heat.',
  authorName: 'Jo',
  consent: true,
})

let service: TestService
let owner: Client
let tables: TenantTable[]
let alpha: Tenant
let beta: Tenant
before(async () => {
  service = await startService()
  owner = new Client({ connectionString: service.databaseUrl })
  await owner.connect()
  tables = await tenantTables(owner)
  alpha = await tenant('Alphashop')
  beta = await tenant('Betashop')
})
after(async () => {
  await owner.end()
  await service.close()
})

async function tenant(name: string): Promise<Tenant> {
  const shop = await service.shop(name)
  const email = `${name}-buyer@customer.example`.toLowerCase()
  const ordered = await order(service, shop, { products: [`${name}-mug`], email, customerName: name })
  const sold = {
    ...{ platformProductId: `${name}-mug`, title: `${name} mug`, url: `https://${name.toLowerCase()}.example/mug` },
    variants: [{ platformVariantId: `${name}-blue`, sku: `${name}-1` }],
  }
  assert.equal((await shop.api.put('/products', [sold])).status, 200)
  const photoId = (
    await shop.storefront.post('/storefront/uploads', (await photo().jpeg().toBuffer()) as never, {
      'content-type': 'image/jpeg',
    })
  ).body.id
  const sent = await shop.storefront.post('/storefront/reviews', {
    platformProductId: `${name}-mug`,
    rating: 4,
    body: `${name} is what it says.`,
    authorName: name,
    authorEmail: `${name}-writer@customer.example`.toLowerCase(),
    photoIds: [photoId],
    consent: true,
  })
  assert.equal(sent.status, 202, sent.text)
  const refused = await shop.api.post('/reviews', {
    platformProductId: `${name}-mug`,
    rating: 5,
    body: `${name} again.`,
    authorName: name,
    authorEmail: `${name}-other@customer.example`.toLowerCase(),
    status: 'approved',
  })
  await writeLead(shop, name)
  const author = await received(service, shop, { body: `${name} leaks.` })
  const approved = await shop.api.post('/reviews', {
    platformProductId: `${name}-mug`,
    rating: 4,
    body: `${name} once more.`,
    authorName: name,
    authorEmail: `${name}-third@customer.example`.toLowerCase(),
  })
  assert.equal((await shop.api.put(`/reviews/${approved.body.id}`, { status: 'approved' })).status, 200)
  const { db, services } = service.service
  await ensureKey(db, services.secrets)
  const signing = { db, secrets: services.secrets, now: services.clock.now(), stopping: new AbortController().signal }
  await closeDay(signing, shop)
  const pack = (await shop.api.post('/evidence/packs')).body
  const year = services.clock.now().getUTCFullYear()
  const assessment = (await shop.api.post('/evidence/assessments', { year })).body
  const [message] = await queue(service, shop, request())
  await service.runJobs()
  const { rows } = await owner.query<{ text_body: string }>('select text_body from mailbox where recipient ilike $1', [
    `${name}-writer@%`,
  ])
  const confirm = rows.flatMap(({ text_body: text }) => /\/c\/[\w-]{22}/.exec(text)?.[0] ?? [])[0]
  const { rows: leads } = await owner.query<{ text_body: string }>(
    'select text_body from mailbox where recipient ilike $1',
    [`${name}-visitor@%`],
  )
  const lead = leads.flatMap(({ text_body: text }) => /\/l\/[\w-]{64}/.exec(text)?.[0] ?? [])[0]
  const pictured = (await shop.api.get('/reviews?hasPhotos=true')).body.data[0]
  const web = await shop.api.post('/web-pages', { kind: 'reviews', slug: 'said', title: name })
  await shop.api.post(`/web-pages/${web.body.id}/publish`)
  const pathOf = (url: string) => url.slice(new URL(url).origin.length)
  const person = await shop.signedIn()
  assert.equal((await shop.api.put('/connectors/agents', { enabled: true })).status, 200)
  const affiliate = await person.post('/affiliates/me', {})
  assert.equal(affiliate.status, 201, affiliate.text)
  const { id } = (await shop.api.post('/backups')).body
  await service.runJobs()
  await shop.api.put(`/reviews/${refused.body.id}`, { status: 'rejected', reason: 'off_topic' })
  service.advance(6 * 60_000)
  await service.tick()
  await service.runJobs()
  const mails = await owner.query<{ text_body: string }>('select text_body from mailbox where recipient ilike $1', [
    `${name}-other@%`,
  ])
  const appeal = mails.rows.flatMap(({ text_body: text }) => /\/a\/[\w-]{22}/.exec(text)?.[0] ?? [])[0]
  const wanted = { weeklySummary: true, lowRatings: true, language: 'en' }
  assert.equal((await person.put('/analytics/notifications', wanted)).status, 200)
  const { rows: notifications } = await owner.query<{ id: string }>(
    'select id from analytics_notifications where store_env_id = $1',
    [shop.storeEnvId],
  )
  const stop = stopUrl(service.service.services, 'weekly_summary', {
    storeEnvId: shop.storeEnvId,
    id: notifications[0]?.id ?? '',
  })
  const checkpoint = await service.app.inject({ url: `/evidence/${shop.storeEnvId}/checkpoint` })
  const { rows: entries } = await owner.query<{ seq: string }>(
    'select seq from evidence_entries where review_id = $1',
    [approved.body.id],
  )
  const { rows: proven } = await owner.query<{ seq: string }>('select seq from evidence_entries where review_id = $1', [
    author.id,
  ])
  const destination = await shop.api.post('/connectors/destinations', { kind: 'meta_csv' })
  const address = {
    appeal: appeal ?? assert.fail('no mail has a link to object by'),
    backup: pathOf((await shop.api.get(`/backups/${id}`)).body.downloadUrl),
    affiliate: pathOf(affiliate.body.url),
    assessment: pathOf((await shop.api.get(`/evidence/assessments/${assessment.id}`)).body.downloadUrl),
    pack: pathOf((await shop.api.get(`/evidence/packs/${pack.id}`)).body.downloadUrl),
    proof: `/evidence/${shop.storeEnvId}/reviews/${approved.body.id}/${entries[0]?.seq}.tlog-proof`,
    evidence: `/evidence/${shop.storeEnvId}/reviews/${approved.body.id}`,
    receipt: author.page,
    receiptProof: `${author.page}/proofs/${proven[0]?.seq}.tlog-proof`,
    confirm: confirm ?? assert.fail('no mail has a link to confirm by'),
    lead: lead ?? assert.fail('no mail has a link to confirm a lead by'),
    csv: pathOf(destination.body.url),
    tile: `/evidence/${shop.storeEnvId}/tile/0/000.p/${checkpoint.body.split('\n')[1]}`,
    feed: pathOf((await shop.api.post('/products/review-feed')).body.url),
    form: `/f/${ordered.token}`,
    page: pathOf(web.body.url),
    picture: pathOf(pictured.photos[0].url),
    notification: pathOf(stop),
    unsubscribe: `/u/${signToken(service.service.services, { storeEnvId: shop.storeEnvId, messageId: message?.id ?? '' })}`,
  }
  return { name, shop, ordered, address }
}

async function writeLead(shop: Shop, name: string): Promise<void> {
  const leadForm = { enabled: true, consentText: `${name} may answer.`, confirmEmail: true }
  const { body } = await shop.api.post('/galleries', { name, status: 'published', leadForm })
  const { startedAt } = (await shop.storefront.get('/storefront/forms')).body
  service.advance(5_000)
  const email = `${name}-visitor@customer.example`.toLowerCase()
  const lead = { email, name, message: `${name} is asked.`, consent: true, startedAt }
  const sent = await shop.storefront.post(`/storefront/galleries/${body.id}/leads`, lead)
  assert.equal(sent.status, 202, sent.text)
}

const send = (on: TestService, page: PageRoute, url: string, more: Omit<InjectOptions, 'method' | 'url'> = {}) =>
  on.app.inject({ method: page.method === 'ANY' ? 'GET' : page.method, url, ...more } as InjectOptions)

const findCall = (page: PageRoute, of: Tenant) => calls[page.id]?.(of) ?? assert.fail(`no call of ${page.id}`)

const withToken = (page: PageRoute, token: string) => page.path.replace(/:\w+|\*/, encodeURIComponent(token))

const everything = async () =>
  (await Promise.all([alpha, beta].map(({ shop }: Tenant) => readContents(owner, tables, shop.storeEnvId)))).join('\n')

function changed(was: string, is: string, may = /^$/): string[] {
  const [before, now] = [new Set(was.split('\n')), new Set(is.split('\n'))]
  return [...before.symmetricDifference(now)].filter((row) => !may.test(row)).map((row) => row.slice(0, 200))
}

function assertProtected(page: PageRoute, { headers, body }: { headers: Record<string, unknown>; body: string }): void {
  assert.equal(headers['x-content-type-options'], 'nosniff', page.id)
  if (page.isPublic) return
  assert.equal(headers['referrer-policy'], 'same-origin', page.id)
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow', page.id)
  assert.equal(headers['x-frame-options'], 'DENY', page.id)
  assert.equal(headers['cache-control'], 'no-store', page.id)
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/, page.id)
  const policy = String(headers['content-security-policy'])
  for (const [, nonce] of body.matchAll(/<(?:style|script)(?: type="module")? nonce="([^"]*)"/g))
    assert.ok(policy.includes(`'nonce-${nonce}'`), page.id)
  if (!leadOn.includes(page.id)) assert.equal(headers['set-cookie'], undefined, page.id)
}

test('this file has a call for every page, and no other call', () => {
  assert.deepEqual(areas.pages.map(({ id }) => id).sort(), Object.keys(calls).sort())
})

test('reading a page records nothing and shows only its own store', async () => {
  for (const page of areas.pages.filter(({ method }) => method !== 'POST')) {
    const was = await everything()
    for (const mine of [alpha, beta]) {
      const other = mine === alpha ? beta : alpha
      const { url } = findCall(page, mine)
      const answer = await send(service, page, url)
      assert.equal(answer.statusCode, chooseStatus(page, 200), `${page.id}: ${answer.body.slice(0, 300)}`)
      assertProtected(page, answer)
      if (page.id === file) assert.ok(String(answer.headers['content-disposition']).includes(mine.name.toLowerCase()))
      else if (page.id === proofFile) assert.ok(answer.body.includes(mine.shop.storeEnvId))
      else if (!page.isPublic && !leadOn.includes(page.id) && !unbelieved.includes(page.id))
        assert.ok(answer.body.includes(mine.name), `${page.id} says whose it is`)
      assert.ok(!answer.body.includes(other.name), `${page.id} speaks of another store`)
      const head = await service.app.inject({ method: 'HEAD', url })
      assert.equal(head.statusCode, chooseStatus(page, 200), page.id)
      assertProtected(page, head)
    }
    assert.deepEqual(changed(was, await everything(), noted[page.id]), [], page.id)
  }
})

test('keys, cookies and store headers have no effect on a page', async () => {
  const cookie = 'evident.session_token=x; __proto__=y'
  const hostile = {
    authorization: `Bearer ${beta.shop.adminKey}`,
    'x-store-env-id': beta.shop.storeEnvId,
    'x-organization-id': beta.shop.organizationId,
    'accept-language': `${'x-'.repeat(3_000)}, ../../etc/passwd;q=0.9, \u00ff`,
    'user-agent': '<script>alert(1)</script>',
    'idempotency-key': 'x'.repeat(500),
    'accept-encoding': 'br;q=nan, ,*;q=2',
    'if-none-match': '"'.repeat(200),
    cookie,
  }
  for (const page of areas.pages.filter(({ method }) => method !== 'POST')) {
    const { url } = findCall(page, alpha)
    const answer = await send(service, page, url, { headers: hostile })
    assert.equal(answer.statusCode, chooseStatus(page, 200), `${page.id}: ${answer.body.slice(0, 300)}`)
    assert.ok(!answer.body.includes('Betashop') && !answer.body.includes('<script>alert'), page.id)
    assertProtected(page, answer)
    const unknown = await send(service, page, withToken(page, 'A'.repeat(22)), { headers: hostile })
    assert.equal(unknown.statusCode, chooseStatus(page, 404), page.id)
  }
})

test('a page URL with an unknown code shows nothing and changes no row', async () => {
  const was = await everything()
  const tokens = [
    'A'.repeat(22),
    `${'A'.repeat(43)}.xml`,
    'x',
    '%00',
    '\u0000',
    '../../etc/passwd',
    "'; drop table reviews; --",
    '😀'.repeat(20),
    'x'.repeat(900),
    '__proto__',
    alpha.shop.storeEnvId,
    alpha.ordered.orderId,
  ]
  for (const page of areas.pages) {
    const { payload, headers } = findCall(page, alpha)
    for (const token of tokens) {
      // A store's ledger and its answers for agents are public, and so is the store's id.
      if (token === alpha.shop.storeEnvId && /^\/(?:evidence\/:storeEnvId|agents\/\*)/.test(page.path)) continue
      const answer = await send(service, page, withToken(page, token), {
        ...(payload !== undefined && { payload }),
        ...(headers && { headers: { ...headers, 'accept-language': 'de' } }),
      })
      assert.ok(
        [400, chooseStatus(page, 404)].includes(answer.statusCode),
        `${page.id} ${token}: ${answer.statusCode} ${answer.body}`,
      )
      assertProtected(page, answer)
      for (const { name } of [alpha, beta]) assert.ok(!answer.body.includes(name), page.id)
    }
  }
  assert.deepEqual(changed(was, await everything()), [])
})

test('every page refuses a too large body, and no row changes', async () => {
  const was = await everything()
  const most = 70 * 1024 * 1024
  for (const page of areas.pages.filter(({ method }) => method === 'POST')) {
    const { url, headers } = findCall(page, alpha)
    const sizes = page.accepts ? [most] : [65_537, most]
    for (const bytes of sizes) {
      const payload = Buffer.alloc(bytes, 'x')
      const answer = await send(service, page, url, { payload, ...(headers && { headers }) })
      assert.ok(
        [400, 413, 415].includes(answer.statusCode),
        `${page.id}, ${bytes} bytes: ${answer.statusCode} ${answer.body.slice(0, 200)}`,
      )
      assertProtected(page, answer)
      if (!page.accepts) assert.equal(answer.statusCode, 413, page.id)
    }
  }
  assert.deepEqual(changed(was, await everything()), [])
})

test('a link of one store gives no access to another store', async () => {
  const was = await readContents(owner, tables, beta.shop.storeEnvId)
  const mixedTenant = { ...alpha, ordered: { ...alpha.ordered, products: beta.ordered.products } }
  const review = areas.pages.find(({ id }) => id === 'storefront.form_review') as PageRoute
  const { url, payload, headers } = findCall(review, mixedTenant)
  const answer = await send(service, review, url, { payload: payload as string, headers: headers ?? {} })
  assert.equal(answer.statusCode, 404, answer.body)
  const shown = await service.app.inject({ url: `${alpha.address.form}?product=${beta.ordered.products[0]}` })
  assert.ok(!shown.body.includes(beta.name) && !shown.body.includes(beta.ordered.products[0] as string))
  const signature = new URL(beta.address.picture as string, 'http://x').search
  const stolen = (alpha.address.picture as string).split('?')[0] + signature
  assert.equal((await service.app.inject({ url: stolen })).statusCode, 404)
  assert.equal(await readContents(owner, tables, beta.shop.storeEnvId), was)
})

test('guesses of page URLs are limited for each client IP address', async () => {
  const limited = await startService({
    env: { RATE_LIMITS: '2/60s', MEDIA_RATE_LIMITS: '2/60s', STOREFRONT_RATE_LIMITS: '2/60s' },
  })
  try {
    for (const [i, page] of areas.pages.entries()) {
      const url = withToken(page, 'A'.repeat(22))
      const from = (remoteAddress: string) => send(limited, page, url, { remoteAddress })
      const address = `10.0.0.${i + 1}`
      for (let n = 0; n < 2; n++) {
        const answer = await from(address)
        assert.equal(answer.statusCode, chooseStatus(page, 404), `${page.id}: ${answer.body}`)
        assert.ok(answer.headers.ratelimit, `${page.id} says what is left`)
      }
      const refused = await from(address)
      assert.equal(refused.statusCode, 429, page.id)
      assert.match(String(refused.headers['retry-after']), /^\d+$/, page.id)
      assertProtected(page, refused)
      assert.equal(
        (await from(`10.0.1.${i + 1}`)).statusCode,
        chooseStatus(page, 404),
        `${page.id} for another address`,
      )
    }
  } finally {
    await limited.close()
  }
})

test('a valid call of every page succeeds and writes only to its store', async () => {
  const was = await readContents(owner, tables, beta.shop.storeEnvId)
  for (const page of areas.pages.filter(({ method }) => method === 'POST')) {
    const { url, payload, headers } = findCall(page, alpha)
    const answer = await send(service, page, url, {
      ...(payload !== undefined && { payload }),
      ...(headers && { headers }),
    })
    assert.ok(answer.statusCode < 500, `${page.id}: ${answer.body.slice(0, 300)}`)
    assertProtected(page, answer)
    assert.ok(!answer.body.includes(beta.name), page.id)
  }
  assert.equal(await readContents(owner, tables, beta.shop.storeEnvId), was)
})
