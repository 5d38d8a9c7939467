import type { Call, OpenedShop, Operator } from '../host.ts'

type Created = { id: string }
type Member = { id: string; spendable: number }

/** The demo shop pushes its data, so its connection needs no credentials. */
export const connectShop = (call: Call) =>
  call('POST', '/connectors/shops', { platform: 'custom', name: 'Larkmoor demo shop' })

/** Only a service on this machine can reach the receiver. Elsewhere the deliveries fail with a reason. */
export const createWebhook = (call: Call, url: string) =>
  call('POST', '/outbound-webhooks', {
    url,
    description: "The demo shop's own receiver",
    events: ['review.created', 'review.approved', 'review.rejected'],
  })

/** Turns on digests, so that the demo shop's first visitor finds quoted sentences above the reviews. */
export const showDigests = (call: Call) => call('PUT', '/reviews/settings', { digest: true })

const rewards = [
  {
    name: '€5 off',
    description: 'From an order of €40.',
    kind: 'fixed_amount',
    value: '5.00',
    currency: 'EUR',
    cost: 200,
  },
  { name: 'Free delivery', description: 'To every country we deliver to.', kind: 'free_shipping', cost: 120 },
]

export async function createRewards(call: Call): Promise<void> {
  for (const [place, reward] of rewards.entries()) {
    const { id } = await call<Created>('POST', '/loyalty/rewards', { ...reward, codes: 'pool' })
    const codes = Array.from({ length: 40 }, (_, i) => `LARK-${place + 1}${String(i * 7_919).padStart(6, '0')}`)
    await call('POST', `/loyalty/rewards/${id}/codes`, { codes })
    const { data } = await call<{ data: Member[] }>('GET', '/loyalty/members?limit=100')
    const able = data.filter(({ spendable }) => spendable >= reward.cost).slice(place * 4, place * 4 + 4)
    for (const { id: memberId } of able)
      await call('POST', '/loyalty/redemptions', { memberId, rewardId: id, idempotencyKey: `demo-${id}-${memberId}` })
  }
}

export async function createReferrals(call: Call): Promise<void> {
  const { data } = await call<{ data: Member[] }>('GET', '/loyalty/members?limit=3')
  for (const [place, { id }] of data.entries())
    await call('POST', '/loyalty/referrals', { advocateMemberId: id, friendEmail: `friend-${place + 1}@post.example` })
}

export async function suppressAddress(call: Call): Promise<void> {
  const note = 'Asked by phone for no more emails.'
  await call('POST', '/email-suppressions', { email: 'quiet.reader@post.example', scope: 'all', note })
}

/** Queues the thumbnails, so that the first list a visitor opens already has them. */
export async function prepareThumbnails(call: Call): Promise<void> {
  const { data } = await call<{ data: { id: string }[] }>('GET', '/products?limit=100')
  await call('GET', `/products/pictures?ids=${data.map(({ id }) => id).join(',')}`)
}

/** Two rows fail on purpose: one names an unknown product, and one has a rating outside the scale. */
const oldReviews = (product: string) => `product_id,rating,title,body,author,email,date
${product},5,Still going,"Bought it for a week in Norway, and it has been on every trip since.",Ingrid S.,ingrid.s@nordpost.example,2024-05-11
${product},4,Good value,"Does what it should. The zip could run smoother.",Marc D.,marc.d@courrier.example,2024-06-02
${product},6,Great,"Best of all.",Tom K.,tom.k@post.example,2024-06-19
former-tent-3,4,Roomy,"Enough room for two and the dog.",Ana P.,ana.p@correo.example,2024-07-08
${product},3,Fine,"Smaller than I thought, but well made.",Lena W.,lena.w@mail.example,2024-07-30
`

/** Runs the job here, in case no service is running. Running it twice is safe. */
export async function importOldReviews(call: Call, product: string, scope: OpenedShop, runJob: Operator['runJob']) {
  const { id } = await call<Created>(
    'POST',
    '/imports/reviews?status=approved&fileName=reviews-of-the-old-shop.csv',
    oldReviews(product),
    'text/csv',
  )
  await runJob('imports.run', { ...of(scope), importId: id })
}

/** The file for Meta is the only destination without an account or a shop. Meta has not fetched it yet. */
export async function offerFile(call: Call, scope: OpenedShop, runJob: Operator['runJob']): Promise<void> {
  await call('POST', '/connectors/destinations', { kind: 'meta_csv' })
  await runJob('destinations.compare', of(scope))
}

export async function backUp(call: Call, scope: OpenedShop, runJob: Operator['runJob']): Promise<void> {
  await call('PUT', '/backups/schedule', { enabled: true, frequency: 'daily', hour: 3, keep: 7, target: 'service' })
  const { id } = await call<Created>('POST', '/backups', { target: 'service' })
  await runJob('backups.write', { ...of(scope), backupId: id })
}

export const publishMeter = (call: Call): Promise<unknown> => call('PUT', '/evidence/settings', { publicMeter: true })

export async function packEvidence(call: Call, scope: OpenedShop, runJob: Operator['runJob']): Promise<void> {
  const { id } = await call<Created>('POST', '/evidence/packs', {})
  await runJob('evidence.write_pack', { ...of(scope), packId: id })
}

const of = ({ storeEnvId, organizationId }: OpenedShop) => ({ storeEnvId, organizationId })
