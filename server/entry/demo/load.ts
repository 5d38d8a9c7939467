// `evident demo`: opens the demo shop by the same commands the API runs. The clock is turned back for each event, so that
// the shop has the history it would have: what was bought in spring was reviewed in spring and answered the day after.
import { randomBytes } from 'node:crypto'
import { auditAs } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newPhotoKey, type PhotoFolder } from '#platform/images/keys.ts'
import { upsertOrders } from '#resources/orders/commands.ts'
import { recordHistories } from '#resources/orders/review-requests/commands.ts'
import { findByPlatformId } from '#resources/orders/store.ts'
import { upsertProducts } from '#resources/products/commands.ts'
import { createFeed } from '#resources/products/review-feed/commands.ts'
import { createReview } from '#resources/reviews/commands.ts'
import { updateReview } from '#resources/reviews/moderation/commands.ts'
import { addPhotos, type ReadyPhoto } from '#resources/reviews/photos/commands.ts'
import type { Service } from '../service.ts'
import { type SetupResult, setup } from '../setup.ts'
import { shop } from './catalogue.ts'
import type { Subject } from './goods.ts'
import { customerPhoto, type Photo, productPhoto } from './photos.ts'
import type { DemoReview } from './reviews.ts'
import { type DemoShop, demoShop, photosOf } from './shop.ts'

export type DemoResult = SetupResult & { password: string; products: number; orders: number; reviews: number }

const batchSize = 100
const audit = auditAs({ type: 'operator' })

export async function loadDemo(service: Service, say: (line: string) => void): Promise<DemoResult> {
  const { clock } = service
  const now = clock.now()
  const password = randomBytes(9).toString('base64url')
  const made = await setup(service, {
    org: shop.name,
    owner: await freeOwner(service),
    password,
    store: shop.name,
    // Its pages are those of the demo storefront, which this service serves.
    origins: [service.origin, shop.origin],
    platform: 'demo',
  })
  const write = <T>(work: (tx: StoreTx) => Promise<T>) => service.db.store(made, 'write', work)

  say('drawing the catalogue')
  const images = await drawCatalogue(service, made.storeEnvId)
  const demo = demoShop({ now, imageUrl: (handle, colour) => images.get(`${handle}${colour}`) ?? '' })
  turnTo(clock, demo.orders[0]?.row.placedAt ?? now.toISOString())
  await write((tx) =>
    upsertProducts(
      tx,
      demo.products.map((product) => product.row),
    ),
  )
  say(`${demo.products.length} products`)
  await takeOrders(clock, demo, write)
  say(`${demo.orders.length} orders`)
  await writeReviews(service, made.storeEnvId, demo, write, say)
  turnTo(clock, now.toISOString())
  await write((tx) => createFeed(tx, audit))
  return { ...made, password, products: demo.products.length, orders: demo.orders.length, reviews: demo.reviews.length }
}

/** Another demo beside the first gets an owner of its own: the first one's password is nobody's business. */
async function freeOwner({ services }: Service): Promise<string> {
  for (let n = 1; ; n++) {
    const email = `demo${n === 1 ? '' : n}@larkmoor.example`
    if (!(await services.users.findByEmail(email))) return email
  }
}

const turnTo = (clock: Clock, instant: string) => clock.advance(Date.parse(instant) - clock.nowMs())

/** Each thing once in each of its colours. */
async function drawCatalogue(service: Service, storeEnvId: string): Promise<Map<string, string>> {
  const wanted = new Map<string, { subject: Subject; colour: string }>()
  for (const { row, subject, variants } of demoShop({ now: service.clock.now() }).products) {
    for (const { colour } of variants) wanted.set(`${row.handle}${colour}`, { subject, colour })
  }
  const drawn = await inPairs([...wanted], async ([seed, { subject, colour }]) => {
    const { storageKey } = await keep(
      service,
      storeEnvId,
      await productPhoto({ subject, colour, seed, format: 'webp' }),
      'catalogue',
    )
    return [seed, service.services.media.publicUrl(storageKey)] as const
  })
  return new Map(drawn)
}

async function keep(
  { services, clock }: Service,
  storeEnvId: string,
  { data, width, height }: Photo,
  folder: PhotoFolder = 'photos',
): Promise<ReadyPhoto> {
  const storageKey = newPhotoKey(storeEnvId, clock.now(), 'webp', folder)
  await services.storage.put(storageKey, data)
  return { storageKey, width, height }
}

type Write = <T>(work: (tx: StoreTx) => Promise<T>) => Promise<T>

/** With what became of their requests in the same transaction: a service that runs beside this one asks nobody. */
async function takeOrders(clock: Clock, { orders, requests }: DemoShop, write: Write): Promise<void> {
  const histories = new Map(requests.map((each) => [each.platformOrderId, each]))
  const rows = orders.map((order) => order.row).sort((a, b) => (a.placedAt < b.placedAt ? -1 : 1))
  for (let i = 0; i < rows.length; i += batchSize) {
    const batch = rows.slice(i, i + batchSize)
    turnTo(clock, batch.at(-1)?.placedAt ?? '')
    await write(async (tx) => {
      await upsertOrders(tx, batch)
      await recordHistories(
        tx,
        batch.flatMap(({ platformOrderId }) => histories.get(platformOrderId) ?? []),
      )
    })
  }
}

async function writeReviews(
  service: Service,
  storeEnvId: string,
  demo: DemoShop,
  write: Write,
  say: (line: string) => void,
): Promise<void> {
  for (const [i, review] of demo.reviews.entries()) {
    turnTo(service.clock, review.submittedAt)
    const photos = await inPairs(photosOf(review, demo.products), async (options) =>
      keep(service, storeEnvId, await customerPhoto({ ...options, format: 'webp' })),
    )
    const id = await write((tx) => submit(tx, review, photos))
    await moderate(service.clock, write, id, review)
    if ((i + 1) % batchSize === 0) say(`${i + 1} of ${demo.reviews.length} reviews`)
  }
}

async function submit(tx: StoreTx, review: DemoReview, photos: ReadyPhoto[]): Promise<string> {
  const order = review.platformOrderId === null ? undefined : await findByPlatformId(tx, review.platformOrderId)
  const { platformProductId, rating, title, body, authorName, authorEmail, locale, source, incentive } = review
  const product = { platformProductId }
  const { id } = await createReview(tx, {
    ...{ product, rating, title, body, authorName, authorEmail, locale, source, incentive },
    orderId: order?.id ?? null,
    addressProven: source === 'email_form',
  })
  await addPhotos(tx, id, photos)
  return id
}

async function moderate(
  clock: Clock,
  write: Write,
  id: string,
  { status, moderatedAt, reply }: DemoReview,
): Promise<void> {
  if (status !== 'pending' && moderatedAt !== null) {
    turnTo(clock, moderatedAt)
    await write((tx) => updateReview(tx, audit, id, { status }, { isSilent: true }))
  }
  if (reply) {
    turnTo(clock, reply.repliedAt)
    await write((tx) => updateReview(tx, audit, id, { reply: { body: reply.body } }, { isSilent: true }))
  }
}

/** Two at a time: drawing is work for the processor, and machines have at least two. */
async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let i = 0; i < items.length; i += 2) done.push(...(await Promise.all(items.slice(i, i + 2).map(work))))
  return done
}
