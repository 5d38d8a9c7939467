// A walk through the whole API: fills a shop and calls every operation once with success, each in the order in which a
// merchant would come to it. Each file of it is a chapter of a small shop's life; what it answers is held against the served
// document, and becomes the examples of the reference.

import { createHash, createHmac } from 'node:crypto'
import { Client } from 'pg'
import { auditAs } from '#platform/audit.ts'
import { codeOf, stepOf } from '#platform/auth/totp.ts'
import { publish } from '#platform/events.ts'
import { newId } from '#platform/ids.ts'
import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import { payOutAll } from '#resources/affiliates/commands.ts'
import { invoicePaid } from '#resources/billing/events.ts'
import { markPaid } from '#resources/billing/manual/operator.ts'
import { queueMessage } from '#resources/email/commands.ts'
import { approve, cookieOf, newVerifier, queryOf, redeem } from '#resources/oauth/oauth.testing.ts'
import { bodies } from '../../server/entry/reference/bodies.ts'
import { setup } from '../../server/entry/setup.ts'
import { accessTicket, replyToTicket } from '../../server/entry/support.ts'
import { createAuthenticator } from './authenticator.ts'
import { type FakeProviders, startProviders } from './fakes/email-marketing.ts'
import { startNameServer } from './fakes/name-server.ts'
import { startOpenId } from './fakes/openid.ts'
import { startS3 } from './fakes/s3-server.ts'
import { productOf, startPlainShop } from './fakes/shops/plain.ts'
import { allScopes, type FakeShopify, startShopify } from './fakes/shops/shopify.ts'
import { startStripe } from './fakes/stripe.ts'
import { freezeClock } from './frozen-clock.ts'
import { photo } from './pictures.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from './service.ts'
import { smallArchive } from './small-archive.ts'

/** As whom a call is made: a key, a signed-in person, a page of the shop, nobody. */
export type As = 'key' | 'session' | 'page' | 'nobody'
export type Step = { as: As; method: string; path: string; answer: Answer }

export type FilledShop = { service: TestService; shop: Shop; steps: Step[]; close(): Promise<void> }

type Call = (as: As, method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
type Walk = {
  service: TestService
  shop: Shop
  fakes: FakeProviders
  shopify: FakeShopify
  call: Call
  /** The same call answered by another process on this database. */
  callAt(api: Api): Call
  jobs(): Promise<void>
}

const startedAtMs = Date.parse('2026-11-20T09:00:00Z')

/** `tidy: false` leaves out the last chapters, in which much of it is deleted and everybody signed out. */
export async function fillShop({ tidy = true }: { tidy?: boolean } = {}): Promise<FilledShop> {
  const fakes = await startProviders()
  let nowMs = startedAtMs
  const shopify = await startShopify({ now: () => nowMs })
  const env = { ...fakes.env, SIGN_UP: 'open', ...appOf(shopify) }
  const service = await startService({ env, now: new Date(startedAtMs) })
  const shop = await service.shop('Acme')
  const callers: Record<As, Api> = {
    key: shop.api,
    session: await shop.signedIn(),
    page: shop.storefront,
    nobody: service.anonymous,
  }
  const steps: Step[] = []
  freezeClock(service, nowMs)
  const callAt =
    (elsewhere?: Api): Call =>
    async (as, method, path, body, headers) => {
      // A second for each call, however long it takes: what is newest, and every instant, is then the same on every machine.
      nowMs += 1_000
      freezeClock(service, nowMs)
      const answer = await (elsewhere ?? callers[as]).call(method, path, body, headers)
      if (answer.status >= 400) throw new Error(`${method} ${path} as ${as}: ${answer.status} ${answer.text}`)
      steps.push({ as, method, path, answer })
      return answer
    }
  const call = callAt()
  const jobs = async () => void (await service.runJobs())
  const walk = { service, shop, fakes, shopify, call, callAt, jobs }
  const close = async () => {
    await service.close()
    await fakes.close()
    await shopify.close()
  }
  try {
    for (const chapter of tidy ? [...chapters, ...lastChapters] : chapters) await chapter(walk)
  } catch (error) {
    await close()
    throw error
  }
  return { service, shop, steps, close }
}

async function sortGoods({ call }: Walk): Promise<void> {
  await call('key', 'PUT', '/categories', [
    { platformCategoryId: '10', name: 'Home', handle: 'home', products: ['mug-01', 'tee-01'] },
    {
      platformCategoryId: '11',
      name: 'Kitchen',
      handle: 'kitchen',
      parentPlatformCategoryId: '10',
      products: ['mug-01'],
    },
    { platformCategoryId: '12', name: 'Sale' },
  ])
  const { body } = await call('key', 'GET', '/categories')
  const [sale, kitchen] = body.data
  await call('key', 'PATCH', `/categories/${kitchen.id}`, { requestsExcluded: false })
  await call('key', 'GET', `/categories/${kitchen.id}`)
  await call('key', 'DELETE', `/categories/${sale.id}`)
}

async function sellGoods(walk: Walk): Promise<void> {
  const { call } = walk
  await call('key', 'PUT', '/products', [
    {
      platformProductId: 'mug-01',
      title: 'Stoneware mug',
      url: 'https://shop.example.com/products/mug',
      imageUrl: 'https://shop.example.com/images/mug.jpg',
      description: 'Stoneware, holds 0.4 litres.',
      categories: ['Kitchen'],
      brand: 'Acme',
      variants: [
        {
          platformVariantId: 'mug-01-blue',
          title: 'Blue',
          sku: 'MUG-01-B',
          gtin: '4006381333931',
          price: '24.00',
          currency: 'EUR',
        },
        { platformVariantId: 'mug-01-grey', title: 'Grey', sku: 'MUG-01-G', price: '24.00', currency: 'EUR' },
      ],
    },
    { platformProductId: 'tee-01', title: 'Linen tee' },
  ])
  await call('key', 'PUT', '/orders', [
    orderOf('1001', 'jane.doe@customer.example', 'Jane Doe'),
    orderOf('1002', 'sam.kent@customer.example', 'Sam Kent'),
    orderOf('1003', 'ida.lund@customer.example', 'Ida Lund'),
    orderOf('1004', 'bo.berg@customer.example', 'Bo Berg'),
  ])
  const product = await call('key', 'GET', '/products/by-platform-id/mug-01')
  await call('key', 'GET', `/products/${product.body.id}`)
  await call('key', 'PATCH', `/products/${product.body.id}`, { requestsExcluded: false })
  await sortGoods(walk)
  await call('key', 'POST', '/orders/resolve-line-items', {})
  await call('key', 'POST', '/products/review-feed')
  await call('key', 'POST', '/products/review-feed')
  await call('key', 'POST', '/products/review-feed/rotate')
  await call('key', 'GET', '/products/review-feed')
}

const orderOf = (platformOrderId: string, email: string, customerName: string) => ({
  platformOrderId,
  orderNumber: `#${platformOrderId}`,
  email,
  customerName,
  currency: 'EUR',
  total: '24.00',
  placedAt: '2026-11-02T09:30:00Z',
  fulfilledAt: '2026-11-03T09:30:00Z',
  deliveredAt: '2026-11-05T09:30:00Z',
  locale: 'en',
  country: 'GB',
  lineItems: [
    {
      platformProductId: 'mug-01',
      platformVariantId: 'mug-01-blue',
      sku: 'MUG-01-B',
      title: 'Stoneware mug',
      quantity: 1,
      unitPrice: '24.00',
    },
  ],
})

const chapters = [
  sellGoods,
  askBuyers,
  collectReviews,
  answerQuestions,
  lookAtNumbers,
  offerIncentives,
  rewardLoyalty,
  connectShop,
  connectSystems,
  runOrganization,
  buyPlan,
  payByStripe,
  signOnByProvider,
  readEverything,
]
const lastChapters = [tidyUp, signInAndOut]

async function rewardLoyalty({ shop, call, jobs }: Walk): Promise<void> {
  await call('key', 'PUT', '/loyalty/program', {
    ...(bodies['loyalty.update_program'] as object),
    holdDays: 0,
    startsAt: '2026-11-01T00:00:00Z',
  })
  await jobs()
  await call('key', 'GET', '/loyalty/program')
  const balances = 'email,points\nida@customer.example,640\n'
  await call('key', 'POST', '/imports/loyalty-balances?fileName=balances.csv', balances, { 'content-type': 'text/csv' })
  await jobs()
  await call('key', 'GET', '/loyalty/program/expiry-preview')
  await call('key', 'GET', '/loyalty/program/order-preview?total=120.00')
  const ida = await call('key', 'GET', `/loyalty/members/by-email/${encodeURIComponent('ida.lund@customer.example')}`)
  const member = `/loyalty/members/${ida.body.id}`
  await call('key', 'GET', member)
  await call('session', 'GET', member)
  await call('key', 'PATCH', member, bodies['loyalty.update_member'])
  await call('key', 'POST', '/loyalty/members', { email: 'new.here@customer.example' })
  await call('key', 'POST', '/loyalty/members', { email: 'new.here@customer.example' })
  const grant = bodies['loyalty.grant_points']
  await call('key', 'POST', `${member}/grants`, grant)
  await call('key', 'POST', `${member}/grants`, grant)
  const reward = await call('key', 'POST', '/loyalty/rewards', bodies['loyalty.create_reward'])
  await call('key', 'PATCH', `/loyalty/rewards/${reward.body.id}`, bodies['loyalty.update_reward'])
  await call('key', 'POST', `/loyalty/rewards/${reward.body.id}/codes`, bodies['loyalty.add_reward_codes'])
  await call('key', 'GET', '/loyalty/rewards')
  await call('key', 'GET', `/loyalty/rewards/${reward.body.id}`)
  const purchase = { memberId: ida.body.id, rewardId: reward.body.id, idempotencyKey: 'cart-2f9c' }
  const redemption = await call('key', 'POST', '/loyalty/redemptions', purchase)
  await call('key', 'POST', '/loyalty/redemptions', purchase)
  await call('key', 'GET', '/loyalty/redemptions')
  await call('key', 'GET', `/loyalty/redemptions/${redemption.body.id}`)
  await call('key', 'POST', `/loyalty/redemptions/${redemption.body.id}/reverse`, {})
  const bo = await call('key', 'GET', `/loyalty/members/by-email/${encodeURIComponent('bo.berg@customer.example')}`)
  const referral = await call('key', 'POST', '/loyalty/referrals', {
    advocateMemberId: bo.body.id,
    friendEmail: 'second.bo@customer.example',
  })
  await call('key', 'PUT', '/orders', [
    { ...orderOf('1090', 'second.bo@customer.example', 'Bo Berg'), referralCode: referral.body.code },
  ])
  await call('key', 'PATCH', `/loyalty/referrals/${referral.body.id}`, bodies['loyalty.decide_referral'])
  await call('key', 'GET', '/loyalty/referrals')
  await call('session', 'GET', '/loyalty/referrals')
  await call('key', 'GET', `${member}/journal`)
  await call('key', 'GET', '/loyalty/members')
  await call('key', 'GET', '/loyalty/journal/export')
  await call('session', 'GET', '/loyalty/journal/export')
  await call('key', 'GET', '/loyalty/liability')
  const secret = await call('session', 'GET', `/account/stores/${shop.storeEnvId}/storefront-secret`)
  const exp = Date.parse('2026-11-20T20:00:00Z') / 1000
  const payload = Buffer.from(JSON.stringify({ email: 'ida.lund@customer.example', exp })).toString('base64url')
  const headers = { 'x-customer-token': signCustomerToken(payload, secret.body.secret) }
  await call('page', 'GET', '/storefront/loyalty/member', undefined, headers)
}

const appOf = ({ origin }: FakeShopify) => ({
  SHOPIFY_ORIGIN: origin,
  SHOPIFY_CLIENT_ID: 'app-id',
  SHOPIFY_CLIENT_SECRET: 'app-secret',
})

async function connectShop({ call, jobs, shopify, service }: Walk): Promise<void> {
  const plain = startPlainShop()
  try {
    plain.products = [productOf('mug-09', 2)]
    const body = {
      platform: 'medusa',
      address: 'http://localhost:9000',
      credentials: { apiKey: plain.goodKey },
      backfillDays: 0,
    }
    await call('key', 'POST', '/connectors/shops/test', body)
    const shop = await call('key', 'POST', '/connectors/shops', body)
    const at = `/connectors/shops/${shop.body.id}`
    await jobs()
    await call('key', 'GET', '/connectors/shops')
    await call('session', 'GET', at)
    await call('key', 'PATCH', at, { name: 'Our shop' })
    await call('key', 'POST', `${at}/test`)
    await call('key', 'POST', `${at}/identifier-preview`, bodies['connectors.preview_identifiers'])
    plain.products = Array.from({ length: 30 }, (_, i) => productOf(`cup-${i}`, 1))
    await call('key', 'POST', '/products/sync')
    await jobs()
    plain.products = plain.products.slice(0, 10)
    const sync = await call('key', 'POST', `${at}/repair`, {})
    await jobs()
    const syncs = await call('key', 'GET', `${at}/syncs`)
    const held = syncs.body.data.find(({ status }: { status: string }) => status === 'held') ?? sync.body.lastSync
    await call('key', 'GET', `${at}/syncs/${held.id}`)
    await call('key', 'GET', `${at}/syncs/${held.id}/retirements`)
    await call('key', 'POST', `${at}/syncs/${held.id}/confirm`)
    await jobs()
    await call('key', 'DELETE', at)
    await jobs()
  } finally {
    plain.restore()
  }
  await connectShopify({ call, jobs, shopify, service })
}

/** By the merchant's consent there, which brings the browser back with a signed query. */
async function connectShopify({ call, jobs, shopify, service }: Pick<Walk, 'call' | 'jobs' | 'shopify' | 'service'>) {
  const address = 'acme.myshopify.com'
  const shop = await call('key', 'POST', '/connectors/shops', { platform: 'shopify', address, backfillDays: 0 })
  shopify.codes.set('c0de', { clientId: 'app-id', scopes: allScopes })
  const state = new URL(shop.body.installUrl).searchParams.get('state') ?? ''
  const timestamp = String(Math.floor(service.service.services.clock.now().getTime() / 1000))
  const query = new URLSearchParams({ code: 'c0de', shop: address, state, timestamp })
  query.set('hmac', createHmac('sha256', 'app-secret').update(query.toString()).digest('hex'))
  await service.app.inject({ url: `/api/v1/connectors/shopify/callback?${query}` })
  await jobs()
  await hearFromShopify({ call, jobs, shopify }, shop.body.id)
}

/** What the shop sends by itself: to the connection's own address, and for the operator's app. */
async function hearFromShopify({ call, jobs, shopify }: Pick<Walk, 'call' | 'jobs' | 'shopify'>, id: string) {
  const send = (path: string, topic: string, body: object) => {
    const text = JSON.stringify(body)
    return call('nobody', 'POST', path, text, {
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': shopify.sign(text),
      'x-shopify-shop-domain': 'acme.myshopify.com',
      'x-shopify-webhook-id': `${topic} 1`,
    })
  }
  await send(`/webhooks/shopify/${id}`, 'orders/updated', {
    id: 5_678_901,
    name: '#1042',
    email: 'ida.lund@customer.example',
    currency: 'EUR',
    total_price: '39.00',
    created_at: '2026-11-18T10:00:00Z',
    updated_at: '2026-11-18T10:00:00Z',
    billing_address: { name: 'Ida Lund', country_code: 'DK' },
    line_items: [{ id: 1, product_id: 7, variant_id: 8, sku: 'MUG', title: 'Mug', quantity: 1, price: '39.00' }],
  })
  await send('/webhooks/shopify', 'customers/data_request', {
    shop_domain: 'acme.myshopify.com',
    customer: { id: 9, email: 'ida.lund@customer.example' },
    orders_requested: [5_678_901],
  })
  await jobs()
  const { body } = await call('key', 'GET', '/webhooks/admin/events')
  const at = `/webhooks/admin/events/${body.data[0].id}`
  await call('key', 'GET', at)
  await call('session', 'GET', at)
  await call('key', 'POST', `${at}/reprocess`)
  await jobs()
}

async function askBuyers({ service, shop, call, jobs }: Walk): Promise<void> {
  await call('key', 'PUT', '/email/settings', { delayDays: 7, reminders: 1 })
  await call('key', 'GET', '/email/settings')
  await call('key', 'PUT', '/email-branding', {
    colors: { primary: '#0b6e4f' },
    footerAddress: 'Acme Ltd\n12 Mill Lane',
  })
  await call('key', 'GET', '/email-branding')
  await call('key', 'GET', '/email/templates')
  await call('key', 'PUT', '/email/templates/review_request', { subject: 'How is your {{ products[0].title }}?' })
  await call('key', 'GET', '/email/templates/review_request')
  await call('key', 'POST', '/email/templates/review_request/preview', { locale: 'en' })
  await call('key', 'POST', '/email/templates/review_request/test', { to: shop.ownerEmail })
  await call('key', 'DELETE', '/email/templates/review_request')
  const sent = await call('key', 'GET', '/orders/by-platform-id/1001')
  await call('key', 'GET', `/orders/${sent.body.id}`)
  await call('key', 'POST', `/orders/${sent.body.id}/review-request/send`)
  const cancelled = await call('key', 'GET', '/orders/by-platform-id/1002')
  await call('key', 'POST', `/orders/${cancelled.body.id}/review-request/cancel`)
  await jobs()
  const messages = await call('key', 'GET', '/email/messages')
  await call('session', 'GET', '/email/messages')
  await call('key', 'GET', `/email/messages/${messages.body.data[0].id}`)
  await call('session', 'GET', `/email/messages/${messages.body.data[0].id}`)
  const { id: failed } = await service.service.db.store(shop, 'write', (tx) =>
    queueMessage(tx, service.service.services.secrets, {
      template: 'review_reply',
      to: { email: 'jane.doe@customer.example' },
      locale: 'en',
      category: 'transactional',
      key: 'walk',
      data: {},
    }),
  )
  await byHand(
    service,
    `update email_messages set state = 'failed', reason = 'refused', settled_at = due_at where id = '${failed}'`,
  )
  await call('key', 'POST', `/email/messages/${failed}/retry`)
  await call('key', 'GET', '/email/sending')
  await call('key', 'POST', '/email/sending/resume')
  const kept = await call('session', 'GET', '/email/mailbox')
  await call('session', 'GET', `/email/mailbox/${kept.body.data[0].id}`)
  const token = service.service.services.secrets.operatorTokenFor('mail feedback')
  await call('nobody', 'POST', `/email/feedback/${token}`, JSON.stringify({ RecordType: 'Delivery' }), {
    'content-type': 'application/json',
  })
  const suppression = { email: 'no.mail@customer.example', scope: 'review_requests', note: 'asked by phone' }
  await call('key', 'POST', '/email-suppressions', suppression)
  await call('key', 'POST', '/email-suppressions', suppression)
  await call('key', 'POST', '/email-suppressions/import', {
    reason: 'unsubscribe',
    addresses: ['other@customer.example', 'no address'],
  })
  await call('key', 'POST', '/sending-domain', { domain: 'mail.acme.example', fromLocalPart: 'hello' })
  await call('key', 'POST', '/sending-domain', { domain: 'mail.acme.example', fromLocalPart: 'hello' })
  await call('key', 'PUT', '/sending-domain', { domain: 'mail.acme.example', fromLocalPart: 'hello' })
  await call('key', 'PATCH', '/sending-domain/settings', { fromName: 'Acme', replyTo: 'help@acme.example' })
  await call('key', 'POST', '/sending-domain/rotate')
  await call('key', 'GET', '/sending-domain')
}

async function collectReviews({ call, jobs }: Walk): Promise<void> {
  const bytes = await photo().jpeg().toBuffer()
  const jpeg = { 'content-type': 'image/jpeg' }
  const unused = await call('key', 'POST', '/uploads', bytes, jpeg)
  await call('key', 'GET', `/uploads/${unused.body.id}`)
  await call('key', 'DELETE', `/uploads/${unused.body.id}`)
  const used = await call('page', 'POST', '/storefront/uploads', bytes, jpeg)
  await call('page', 'GET', '/storefront/config')
  await call('page', 'GET', '/storefront/review-form')
  await call('page', 'POST', '/storefront/reviews', {
    platformProductId: 'tee-01',
    rating: 4,
    title: 'Cool in July',
    body: 'Light, and does not cling.',
    authorName: 'Sam',
    authorEmail: 'sam.kent@customer.example',
    photoIds: [used.body.id],
    consent: true,
  })
  await jobs()
  const order = await call('key', 'GET', '/orders/by-platform-id/1003')
  const review = await call('key', 'POST', '/reviews', {
    platformProductId: 'mug-01',
    orderId: order.body.id,
    rating: 5,
    title: 'Daily companion',
    body: 'Keeps tea hot for an hour.',
    authorName: 'Ida L.',
    authorEmail: 'ida.lund@customer.example',
  })
  const { id } = review.body
  const unordered = {
    platformProductId: 'tee-01',
    rating: 3,
    body: 'Shrank a little.',
    authorName: 'Bo',
    authorEmail: 'bo.berg@customer.example',
  }
  await call('key', 'POST', '/reviews', unordered)
  await call('key', 'POST', '/reviews', unordered)
  await call('key', 'PUT', `/reviews/${id}`, { status: 'approved', reply: { body: 'Thank you, Ida!' } })
  await call('page', 'POST', `/storefront/reviews/${id}/report`, { reason: 'off_topic', text: 'Another product.' })
  await call('key', 'GET', `/reviews/${id}/reports`)
  await call('key', 'POST', `/reviews/${id}/reports/resolve`)
  const withPhoto = (await call('key', 'GET', '/reviews?hasPhotos=true')).body.data[0]
  await call('key', 'GET', `/reviews/${withPhoto.id}`)
  await call('session', 'GET', `/reviews/${withPhoto.id}`)
  const file =
    'product_id,rating,body,created_at,author\nmug-01,5,Holds tea.,2026-01-02,Ida\nmug-99,4,None.,2026-01-03,Bo\n'
  const started = await call('key', 'POST', '/imports/reviews?fileName=reviews.csv', file, {
    'content-type': 'text/csv',
  })
  await jobs()
  await call('key', 'GET', `/imports/${started.body.id}`)
  await call('key', 'GET', `/imports/${started.body.id}/rows`)
  const [imported] = (await call('key', 'GET', '/reviews?imported=true')).body.data
  await call('key', 'POST', '/reviews/bulk-update', { updates: [{ id: imported.id, status: 'approved' }] })
  await call('key', 'PUT', '/placements/settings', { defaultLocale: 'en', theme: { accentColor: '#43552f' } })
  for (const path of ['json-ld', 'html', 'reviews'])
    await call('page', 'GET', `/storefront/${path}?platformProductId=mug-01`)
  await call('page', 'GET', '/storefront/summary?platformProductIds=mug-01,tee-01')
  await call('key', 'DELETE', `/reviews/${withPhoto.id}/photos/${withPhoto.photos[0].id}`)
}

async function lookAtNumbers({ call }: Walk): Promise<void> {
  await call('key', 'PUT', '/analytics/settings', { widgetCounts: true })
  await call('key', 'GET', '/analytics/settings')
  const events = ['impression', 'click'].map((kind) => ({ widget: 'reviews', kind }))
  await call('page', 'POST', '/storefront/analytics', { events })
  for (const report of ['reviews', 'moderation', 'requests', 'widgets', 'loyalty', 'email'])
    await call('key', 'GET', `/analytics/${report}?interval=month`)
  await call('key', 'GET', '/analytics/products')
  await call('key', 'GET', '/analytics/themes?minReviews=1')
  await call('key', 'GET', '/analytics/stop-words')
}

async function answerQuestions({ call, jobs }: Walk): Promise<void> {
  const { startedAt } = (await call('page', 'GET', '/storefront/forms')).body
  const product = await call('key', 'GET', '/products/by-platform-id/mug-01')
  const first = await call('key', 'POST', '/faqs', {
    question: 'Is it dishwasher safe?',
    answer: 'Yes, **all** of our mugs are.',
    group: 'Care',
    productIds: [product.body.id],
    locale: 'en',
    translations: {
      de: { question: 'Ist sie spülmaschinenfest?', answer: 'Ja, **alle** unsere Becher.', group: 'Pflege' },
    },
  })
  const asked = { email: 'ida.lund@customer.example', name: 'Ida Lund', consent: true, startedAt }
  const question = await call('page', 'POST', '/storefront/faqs/questions', {
    ...asked,
    platformProductId: 'mug-01',
    question: 'How much does it hold?',
    notify: true,
  })
  const unwanted = await call('page', 'POST', '/storefront/faqs/questions', { ...asked, question: 'Buy my pills?' })
  await call('key', 'GET', '/faqs/questions')
  await call('key', 'PATCH', `/faqs/questions/${unwanted.body.id}`, { status: 'spam' })
  await call('key', 'DELETE', `/faqs/questions/${unwanted.body.id}`)
  const answered = await call('key', 'POST', `/faqs/questions/${question.body.id}/answer`, {
    question: 'How much does the mug hold?',
    answer: '0.4 litres, up to the rim.',
  })
  const known = await call('page', 'POST', '/storefront/faqs/questions', { ...asked, question: 'Can it be washed?' })
  await call('key', 'POST', `/faqs/questions/${known.body.id}/answer`, { faqId: first.body.id })
  for (const { body } of [first, answered]) await call('key', 'PATCH', `/faqs/${body.id}`, { status: 'published' })
  await jobs()
  await call('key', 'GET', `/faqs/questions/${question.body.id}`)
  const unused = await call('key', 'POST', '/faqs', { question: 'Do you ship to the moon?', answer: 'Not yet.' })
  await call('key', 'PUT', '/faqs/order', { ids: [answered.body.id, first.body.id, unused.body.id] })
  await call('key', 'DELETE', `/faqs/${unused.body.id}`)
  await call('key', 'GET', '/faqs')
  await call('key', 'GET', `/faqs/${first.body.id}`)
  await call('page', 'GET', '/storefront/faqs?platformProductId=mug-01')
  await call('page', 'GET', '/storefront/faqs/json-ld?platformProductId=mug-01')
}

async function offerIncentives({ shop, service, call, jobs }: Walk): Promise<void> {
  const product = await call('key', 'GET', '/products/by-platform-id/tee-01')
  const offered = await call('key', 'POST', '/review-incentives', {
    kind: 'coupon',
    text: '10 % off your next order for your review',
    terms: 'For praise and criticism alike. Once per person and product.',
    productIds: [product.body.id],
    lowAt: 20,
  })
  const incentive = `/review-incentives/${offered.body.id}`
  await call('key', 'POST', `${incentive}/codes`, { codes: ['THANKS-7Q2M', 'THANKS-9X4K'] })
  await call('key', 'PATCH', incentive, { status: 'active' })
  await call('page', 'GET', '/storefront/review-form?platformProductId=tee-01')
  const email = 'ida.lund@customer.example'
  const { secret } = (await (await shop.signedIn()).get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  const exp = Math.floor(service.service.clock.now().getTime() / 1000) + 3600
  const headers = {
    'x-customer-token': signCustomerToken(Buffer.from(JSON.stringify({ email, exp })).toString('base64url'), secret),
  }
  const review = { platformProductId: 'tee-01', rating: 2, body: 'Shrank a little.', authorName: 'Ida L.' }
  await shop.storefront.post('/storefront/reviews', { ...review, authorEmail: email, consent: true }, headers)
  await jobs()
  await call('key', 'GET', `${incentive}/rewards`)
  await call('key', 'GET', incentive)
  await call('key', 'GET', '/review-incentives')
  const unused = await call('key', 'POST', '/review-incentives', { kind: 'coupon', text: 'A mug', code: 'MUG' })
  await call('key', 'DELETE', `/review-incentives/${unused.body.id}`)
}

async function connectSystems({ service, fakes, call, jobs }: Walk): Promise<void> {
  fakes.goodKeys.add('pk_0123456789abcdef0123456789abcdef01')
  const connected = await call('key', 'POST', '/connectors', {
    provider: 'klaviyo',
    apiKey: 'pk_0123456789abcdef0123456789abcdef01',
  })
  const connection = `/connectors/${connected.body.id}`
  await call('key', 'PATCH', connection, { name: 'Klaviyo' })
  await call('key', 'POST', `${connection}/test`, { email: 'you@acme.example' })
  await jobs()
  const [event] = (await call('key', 'GET', `${connection}/events`)).body.data
  await byHand(service, `update connection_events set state = 'dead', reason = 'refused' where id = '${event.id}'`)
  await call('key', 'POST', `${connection}/events/${event.id}/replay`)
  await jobs()
  await call('key', 'POST', `${connection}/replay`)
  await call('key', 'GET', connection)
  const made = await call('key', 'POST', '/outbound-webhooks', {
    url: 'https://hooks.acme.example/evident',
    events: ['review.created', 'review.approved'],
  })
  const webhook = `/outbound-webhooks/${made.body.id}`
  await call('key', 'PATCH', webhook, { description: 'To the warehouse' })
  await call('key', 'GET', webhook)
  await call('key', 'POST', `${webhook}/test`)
  const [delivery] = (await call('key', 'GET', `${webhook}/deliveries`)).body.data
  await call('key', 'GET', `${webhook}/deliveries/${delivery.id}`)
  await call('key', 'POST', `${webhook}/deliveries/${delivery.id}/retry`)
  await call('key', 'POST', `${webhook}/replay`, { since: '2026-11-19T00:00:00Z' })
  await jobs()
  await call('key', 'GET', '/outbound-webhooks/events')
}

const invitation = 'example-of-an-invitation-link'

async function runOrganization({ service, shop, call, jobs }: Walk): Promise<void> {
  await call('session', 'PATCH', '/orgs/current', {
    legalName: 'Acme Trading Ltd',
    vatNumber: 'GB123456789',
    country: 'GB',
    billingEmail: 'accounts@acme.example',
  })
  await call('session', 'PATCH', '/orgs/settings', { twoFactorRequired: false })
  await call('session', 'GET', '/orgs/settings')
  const outlet = await call('session', 'POST', '/account/stores', {
    name: 'Acme Outlet',
    origins: ['https://outlet.example.com'],
  })
  const inOutlet = { 'x-store-env-id': outlet.body.id }
  const restored = await call('session', 'POST', '/imports/archive?fileName=outlet.zip', await smallArchive(), {
    ...inOutlet,
    'content-type': 'application/zip',
  })
  await jobs()
  await call('session', 'GET', `/imports/${restored.body.id}`, undefined, inOutlet)
  await call('session', 'GET', `/imports/${restored.body.id}/ids`, undefined, inOutlet)
  await keepBackups({ call, jobs })
  await call('session', 'PATCH', `/account/stores/${shop.storeEnvId}`, { timezone: 'Europe/London' })
  await call('session', 'GET', `/account/stores/${shop.storeEnvId}/storefront-secret`)
  await call('session', 'POST', `/account/stores/${shop.storeEnvId}/storefront-secret/rotate`)
  await call('session', 'POST', '/account/users/invite', { email: 'sam@acme.example', role: 'MEMBER' })
  await call('session', 'POST', '/account/users/invite', { email: 'kim@acme.example', role: 'MEMBER' })
  // The link is in the mail; here it is made one that is known.
  const digest = createHash('sha256').update(invitation).digest('hex')
  await byHand(service, `update invitations set token_digest = '\\x${digest}' where email = 'kim@acme.example'`)
  await call('nobody', 'GET', `/auth/invitations/${invitation}`)
  const accepted = { name: 'Kim Lee', password: 'seven-blue-kettles' }
  await call('nobody', 'POST', `/auth/invitations/${invitation}/accept`, accepted)
  const people = (await call('session', 'GET', '/account/users')).body.data as { id: string; email: string }[]
  const kim = people.find(({ email }) => email === 'kim@acme.example')
  await call('session', 'PATCH', `/account/users/${kim?.id}`, { role: 'ADMIN' })
  const { password } = shop
  await call('session', 'POST', '/orgs/transfer', { userId: kim?.id, password })
  await call('session', 'GET', '/orgs/transfer')
  await call('session', 'DELETE', '/orgs/transfer')
  await call('session', 'POST', '/orgs/transfer', { userId: kim?.id, password })
  const asKim = {
    cookie: cookiesOf(
      await call('nobody', 'POST', '/auth/sign-in/email', { email: kim?.email, password: accepted.password }),
    ),
  }
  await call('nobody', 'POST', '/orgs/transfer/accept', undefined, asKim)
  const own = people.find(({ email: each }) => each === shop.ownerEmail)
  await call('nobody', 'PATCH', `/account/users/${own?.id}`, { role: 'OWNER' }, asKim)
  await call('session', 'DELETE', `/account/users/${kim?.id}`)
  const key = await call('session', 'POST', '/api-keys', { name: 'Warehouse', role: 'ADMIN', scopes: ['orders:write'] })
  await call('session', 'GET', '/api-keys')
  await call('session', 'DELETE', `/api-keys/${key.body.id}`)
  await connectProgram({ service, shop, call })
  await call('session', 'PATCH', '/account/profile', { name: 'Sam Kent' })
  await workWithOthers({ service, shop, call })
  await call('session', 'GET', '/account/audit-log')
  await call('session', 'GET', '/account/audit-log/export')
}

/** A program of their own, which the owner lets act for them. */
async function connectProgram({ service, shop, call }: Pick<Walk, 'service' | 'shop' | 'call'>): Promise<void> {
  const redirectUri = 'https://inventory.acme.example/oauth/callback'
  const { body } = await call('session', 'POST', '/account/oauth-clients', {
    ...{ name: 'Inventory', redirectUris: [redirectUri], confidential: true },
  })
  const { clientId, clientSecret } = body
  const verifier = newVerifier()
  const query = queryOf(clientId, verifier, { redirect_uri: redirectUri, scope: 'products:write orders:read' })
  const cookie = await cookieOf(service, shop.ownerEmail, shop.password)
  const answer = await approve(service, cookie, query, { stores: [shop.storeEnvId], role: 'ADMIN' })
  const code = answer.get('code') ?? ''
  await redeem(service, clientId, code, verifier, { redirect_uri: redirectUri, client_secret: clientSecret })
  await call('session', 'GET', '/account/oauth-clients')
  await call('session', 'PATCH', `/account/oauth-clients/${clientId}`, { name: 'Inventory 2' })
  const connections = await call('session', 'GET', '/account/connections')
  await call('session', 'DELETE', `/account/connections/${connections.body.data[0].id}`)
  await call('session', 'DELETE', `/account/oauth-clients/${clientId}`)
}

/** An agency, and whoever runs the service. */
async function workWithOthers({ service, shop, call }: Pick<Walk, 'service' | 'shop' | 'call'>): Promise<void> {
  await call('session', 'POST', '/affiliates/me', { code: 'acme' })
  await call('session', 'POST', '/affiliates/me')
  const brought = await setup(service.service, {
    org: 'Brook Goods',
    owner: 'kit@brook.example',
    password: 'correct horse battery',
    store: 'Brook Goods',
    origins: ['https://brook.example'],
    affiliate: 'acme',
  })
  await service.service.db.store(brought, 'write', async (tx) =>
    publish(tx, invoicePaid, {
      ...{ storeEnvId: brought.storeEnvId, organizationId: brought.organizationId },
      ...{ invoiceId: newId(tx.now.getTime()), net: '99.00', currency: 'USD', at: '2026-10-01T09:00:00.000Z' },
    }),
  )
  await service.runJobs()
  await payOutAll(service.service.db)
  for (const path of ['me', 'referrals', 'commissions', 'payouts']) await call('session', 'GET', `/affiliates/${path}`)
  const agency = await service.shop('Bright Agency')
  const grant = await call('session', 'POST', '/partner/grants', {
    organizationId: agency.organizationId,
    role: 'ADMIN',
    storeEnvIds: [shop.storeEnvId],
  })
  await call('session', 'GET', '/partner/grants')
  await call('session', 'PATCH', `/partner/grants/${grant.body.id}`, { role: 'MEMBER' })
  await call('session', 'DELETE', `/partner/grants/${grant.body.id}`)
  const ticket = await call('key', 'POST', '/support/tickets', {
    subject: 'The feed is empty',
    body: 'Since yesterday it has no product. Why?',
  })
  const path = `/support/tickets/${ticket.body.id}`
  await replyToTicket(service.service, ticket.body.id, 'Robin', 'Which products do you miss?')
  await call('session', 'POST', `${path}/messages`, { body: 'All of them, since Monday.' })
  await call('key', 'GET', '/support/tickets')
  await call('session', 'POST', `${path}/access`, { role: 'VIEWER', hours: 24 })
  const { token } = await accessTicket(service.service, ticket.body.id, 'Robin')
  await service
    .with({ authorization: `Bearer ${token}`, 'x-store-env-id': shop.storeEnvId })
    .get('/products/review-feed')
  await call('session', 'GET', `${path}/access`)
  await call('session', 'DELETE', `${path}/access`)
  await call('key', 'GET', path)
  await call('key', 'POST', `${path}/close`)
}

const resetLink = 'example-of-a-link-to-a-new-password'

async function signInAndOut({ service, shop, call, jobs }: Walk): Promise<void> {
  await call('nobody', 'GET', '/auth/installation')
  const newcomer = { ...(bodies['auth.sign_up'] as object), email: 'kit@acme.example' }
  const signingUp = await call('nobody', 'POST', '/auth/sign-up', newcomer)
  const link = `/auth/sign-up/${String(signingUp.body.confirmUrl).split('/').at(-1)}`
  await call('nobody', 'GET', link)
  await call('nobody', 'POST', link)
  const { ownerEmail: email, password } = shop
  const enter = async (secret: string) => ({
    cookie: cookiesOf(await call('nobody', 'POST', '/auth/sign-in/email', { email, password: secret })),
  })
  const phone = await enter(password)
  await call('nobody', 'GET', '/auth/get-session', undefined, phone)
  await enter(password)
  const { body } = await call('session', 'GET', '/account/sessions')
  await call('session', 'DELETE', `/account/sessions/${body.data[0].id}`)
  await call('nobody', 'POST', '/auth/sign-out', undefined, phone)
  await call('nobody', 'POST', '/auth/request-password-reset', { email })
  await jobs()
  const digest = createHash('sha256').update(resetLink).digest('hex')
  await byHand(service, `update auth.password_reset set token_digest = '\\x${digest}'`)
  await call('nobody', 'GET', `/auth/reset-password/${resetLink}`)
  const newPassword = 'nine-green-ladders'
  await call('nobody', 'POST', '/auth/reset-password', { token: resetLink, newPassword })
  const laptop = await enter(newPassword)
  const changed = { currentPassword: newPassword, newPassword: password }
  const changing = await call('nobody', 'POST', '/auth/change-password', changed, laptop)
  const again = { cookie: cookiesOf(changing) }
  const begun = await call('nobody', 'POST', '/auth/two-factor/enable', { password }, again)
  const app = () => codeOf(fromBase32(begun.body.secret), stepOf(service.service.clock.nowMs() + 1_000))
  await call('nobody', 'POST', '/auth/two-factor/verify-totp', { code: app() }, again)
  await call('nobody', 'GET', '/auth/two-factor', undefined, again)
  const asked = await enter(password)
  const [code] = begun.body.backupCodes
  await call('nobody', 'POST', '/auth/two-factor/verify-backup-code', { code }, asked)
  await call('nobody', 'POST', '/auth/two-factor/generate-backup-codes', { password }, again)
  await call('nobody', 'POST', '/auth/two-factor/disable', { password }, again)
  const device = createAuthenticator('http://localhost:8080')
  const making = await call('nobody', 'POST', '/auth/passkeys/options', { password }, again)
  const credential = device.create(making.body.publicKey)
  const added = (await call('nobody', 'POST', '/auth/passkeys', { name: 'Work laptop', credential }, again)).body
  const asking = await call('nobody', 'POST', '/auth/sign-in/passkey/options', undefined)
  const browser = { cookie: cookiesOf(asking) }
  const shown = device.get(asking.body.publicKey)
  await call('nobody', 'POST', '/auth/sign-in/passkey', { credential: shown }, browser)
  await call('nobody', 'PATCH', `/auth/passkeys/${added.id}`, { name: 'Key ring' }, again)
  await call('nobody', 'GET', '/auth/passkeys', undefined, again)
  await call('nobody', 'POST', `/auth/passkeys/${added.id}/remove`, { password }, again)
  const { name } = (await call('nobody', 'GET', '/orgs/current', undefined, again)).body
  await call('nobody', 'POST', '/orgs/deletion', { confirm: name, password }, again)
  await call('nobody', 'DELETE', '/orgs/deletion', undefined, again)
  await call('nobody', 'DELETE', '/account/sessions', undefined, { cookie: cookiesOf(changing) })
}

/** Beside the walk's own process, where nothing is sold, one that issues invoices. */
async function buyPlan({ service, shop, callAt }: Walk): Promise<void> {
  const paying = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    paying.service.clock.now = () => service.service.clock.now()
    paying.service.clock.nowMs = () => service.service.clock.nowMs()
    const { db, services } = paying.service
    const cookies = await services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const call = callAt(paying.with({ 'x-store-env-id': shop.storeEnvId, cookie }))
    const { body } = await call('session', 'POST', '/billing/checkout', { plan: 'growth' })
    await call('session', 'POST', '/billing/checkout', { plan: 'growth' })
    await markPaid({ db, audit: auditAs({ type: 'operator' }) }, body.invoice.number)
    await call('session', 'POST', '/billing/change-plan/preview', { plan: 'starter' })
    await call('session', 'POST', '/billing/change-plan', { plan: 'scale' })
    await call('session', 'GET', '/billing/invoices')
    await call('session', 'GET', `/billing/invoices/${body.invoice.id}`)
    await call('session', 'GET', `/billing/invoices/${body.invoice.id}/pdf`)
    await call('session', 'POST', '/billing/cancel')
  } finally {
    await paying.close()
  }
}

/** And one that sells through Stripe. */
async function payByStripe({ service, shop, callAt }: Walk): Promise<void> {
  const now = () => service.service.clock.now()
  const stripe = await startStripe(now)
  const selling = await startService({ beside: service, env: stripe.env })
  try {
    selling.service.clock.now = now
    selling.service.clock.nowMs = () => service.service.clock.nowMs()
    const cookies = await selling.service.services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const call = callAt(selling.with({ 'x-store-env-id': shop.storeEnvId, cookie }))
    await call('session', 'POST', '/billing/portal')
    await call('session', 'POST', '/billing/payment-methods/client-token')
    const parent = { subscription_details: { subscription: 'sub_example' } }
    const { body, headers } = stripe.signed({
      ...{ id: 'evt_example', object: 'event', type: 'invoice.paid', created: Math.floor(now().getTime() / 1000) },
      data: { object: { object: 'invoice', parent } },
    })
    await call('nobody', 'POST', '/billing/webhooks/stripe', body, headers)
  } finally {
    await selling.close()
    await stripe.close()
  }
}

/** And one that asks a name server of ours, for a provider of the organization's own. */
async function signOnByProvider({ service, shop, callAt }: Walk): Promise<void> {
  const [names, provider] = await Promise.all([startNameServer(), startOpenId()])
  const asking = await startService({ beside: service, env: { DNS_SERVERS: names.address } })
  try {
    asking.service.clock.now = () => service.service.clock.now()
    asking.service.clock.nowMs = () => service.service.clock.nowMs()
    const cookies = await asking.service.services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
    const call = callAt(asking.with({ 'x-store-env-id': shop.storeEnvId, cookie }))
    const [[clientId, clientSecret] = []] = [...provider.clients]
    await call('session', 'PUT', '/orgs/single-sign-on', { issuer: provider.issuer, clientId, clientSecret })
    const { body } = await call('session', 'POST', '/orgs/single-sign-on/domains', { domain: 'acme.example' })
    names.zone[body.record.name] = { TXT: [body.record.value] }
    await call('session', 'POST', `/orgs/single-sign-on/domains/${body.id}/verify`)
    await call('session', 'GET', '/orgs/single-sign-on')
    await call('session', 'POST', '/orgs/single-sign-on/test')
    await call('nobody', 'POST', '/auth/single-sign-on', { email: 'kim@acme.example' })
    await call('session', 'DELETE', `/orgs/single-sign-on/domains/${body.id}`)
    await call('session', 'DELETE', '/orgs/single-sign-on')
  } finally {
    await asking.close()
    await Promise.all([names.close(), provider.close()])
  }
}

function fromBase32(text: string): Buffer {
  const five = (letter: string) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  const bytes = [...text].map(five).join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

/** Every list and reading as both a key and a person, now that there is something in each. */
async function readEverything({ call }: Walk): Promise<void> {
  const ofBoth = [
    '/account/stores',
    '/account/organizations',
    '/orgs/current',
    '/billing/plans',
    '/billing/subscription',
    '/billing/usage',
    '/connectors',
    '/customers',
    '/customers/erasure-settings',
    '/customers/by-email/ida.lund@customer.example/activity',
    '/customers/by-email/ida.lund@customer.example/export',
    '/email/messages',
    '/email-suppressions',
    '/events',
    '/features',
    '/imports',
    '/orders',
    '/orders/review-request-funnel?days=30',
    '/outbound-webhooks',
    '/placements/settings',
    '/products',
    '/products/identifier-coverage',
    '/products/identifier-gaps',
    '/reviews',
    '/reviews/summary',
    '/reviews/export?format=jsonl',
    '/reviews/export?format=csv',
    '/backups/archive',
  ]
  for (const path of ofBoth) {
    await call('key', 'GET', path)
    await call('session', 'GET', path)
  }
  await call('session', 'GET', '/account/users')
  const [customer] = (await call('key', 'GET', '/customers')).body.data
  await call('key', 'GET', `/customers/${customer.id}`)
  await call('session', 'GET', `/customers/${customer.id}`)
  await call('nobody', 'GET', '/health')
  await call('nobody', 'GET', '/openapi.json')
}

async function keepBackups({ call, jobs }: Pick<Walk, 'call' | 'jobs'>): Promise<void> {
  const bucket = await startS3('acme-backups')
  try {
    const endpoint = `http://127.0.0.1:${bucket.port}`
    await call('key', 'GET', '/backups/target')
    await call('session', 'PUT', '/backups/target', {
      ...(bodies['backups.set_target'] as object),
      ...bucket.access,
      endpoint,
    })
    await call('session', 'GET', '/backups/target')
    await call('session', 'DELETE', '/backups/target')
  } finally {
    await bucket.close()
  }
  await call('session', 'PUT', '/backups/schedule', {
    enabled: true,
    frequency: 'daily',
    hour: 3,
    keep: 14,
    target: 'service',
  })
  await call('key', 'GET', '/backups/schedule')
  const first = await call('key', 'POST', '/backups')
  await jobs()
  await call('key', 'POST', `/backups/${first.body.id}/verify`)
  await jobs()
  await call('key', 'DELETE', `/backups/${first.body.id}`)
  const { id } = (await call('session', 'POST', '/backups', { passphrase: 'seven blue kettles sing' })).body
  await jobs()
  await call('session', 'GET', `/backups/${id}`)
  await call('key', 'GET', `/backups/${id}`)
  await call('session', 'GET', '/backups')
}

async function tidyUp({ call }: Walk): Promise<void> {
  const first = async (path: string) => `${path}/${(await call('key', 'GET', path)).body.data[0].id}`
  await call('key', 'PUT', '/customers/erasure-settings', { mode: 'anonymize' })
  await call('key', 'POST', '/customers/erase', { email: 'bo.berg@customer.example' })
  await call('key', 'DELETE', await first('/reviews'))
  await call('key', 'DELETE', await first('/email-suppressions'))
  await call('key', 'DELETE', await first('/outbound-webhooks'))
  await call('key', 'DELETE', await first('/connectors'))
  await call('key', 'DELETE', '/products/review-feed')
  await call('key', 'POST', '/sending-domain/verify')
  await call('key', 'DELETE', '/sending-domain')
  await call('session', 'DELETE', '/email/mailbox')
  await call('key', 'DELETE', '/orders/by-platform-id/1003')
  await call('key', 'DELETE', '/products/by-platform-id/tee-01')
  await call('key', 'POST', '/orders/clear', {})
}

/** States that only a provider's refusal or a long time brings about. */
async function byHand({ databaseUrl }: TestService, text: string): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
