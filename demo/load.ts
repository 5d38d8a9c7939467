// The clock is set back for each event, so the demo shop has a real history.
import { randomBytes } from 'node:crypto'
import { auditAs } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { wakeDue } from '#platform/jobs/schedule.ts'
import type { Clock } from '#platform/process/clock.ts'
import { retryTransient } from '#platform/process/retry.ts'
import { changeSwitches } from '#resources/agents/commands.ts'
import { changeSettings } from '#resources/email/settings/commands.ts'
import { findOrder, upsertOrders } from '#resources/orders/commands.ts'
import { upsertProducts } from '#resources/products/commands.ts'
import { createFeed } from '#resources/products/review-feed/commands.ts'
import { recordHistories } from '#resources/review-requests/commands.ts'
import { createReview } from '#resources/reviews/create-review.ts'
import { updateReview } from '#resources/reviews/moderation/commands.ts'
import { changeReviewSettings } from '#resources/reviews/submissions/settings-commands.ts'
import { receiveUpload } from '#resources/uploads/commands.ts'
import { shop } from './catalogue.ts'
import { brandStore } from './examples/brand.ts'
import { createContent } from './examples/content.ts'
import * as operations from './examples/operations.ts'
import { openProgram, type Promised } from './examples/program.ts'
import { correctReview } from './examples/receipts.ts'
import { openSecondStore } from './examples/second-store.ts'
import { runSequence } from './examples/sequence.ts'
import { reviewShop } from './examples/shop-reviews.ts'
import { writeSignalledReviews } from './examples/signals.ts'
import { countViews } from './examples/views.ts'
import type { Host, OpenedShop, Operator } from './host.ts'
import { createMails, type Mails } from './mails.ts'
import { readBuyersPhoto } from './pictures.ts'
import type { DemoReview } from './reviews.ts'
import { type DemoOptions, type DemoShop, demoShop } from './shop.ts'
import { receiverPath } from './store/receiver.ts'

export type DemoResult = OpenedShop & { password: string; products: number; orders: number; reviews: number }

const firstOwner = 'demo@larkmoor.example'
const batchSize = 100
const audit = auditAs({ type: 'operator' })

export async function loadDemo(
  host: Host,
  operator: Operator,
  say: (line: string) => void,
  size: Pick<DemoOptions, 'orders' | 'reviews'> = {},
): Promise<DemoResult> {
  const { openShop, sendMails, closeDay } = operator
  const { clock, services, origin } = host
  const now = clock.now()
  const owner = await freeOwner(host)
  if (owner !== firstOwner) say('a demo shop was opened before; this opens another, and /demo-store shows the newest')
  say('opening the demo shop; that takes about half a minute on two free cores, most of it for photos')
  const password = randomBytes(9).toString('base64url')
  const demo = demoShop({
    ...size,
    now,
    imageUrl: (name) => `${origin}/demo-store/pictures/${name}.webp`,
    pageUrl: ({ id }) => `${origin}/demo-store/products/${id}`,
  })
  const startsAt = demo.orders[0]?.row.placedAt ?? now.toISOString()
  // With billing, the store opens now, because a trial from the start of the history would have expired.
  if (services.config.billing === 'off') turnTo(clock, startsAt)
  const made = await openShop({
    ...{ org: shop.name, owner, password, store: shop.name, currency: shop.currency },
    // `origin` is this service, which serves the demo storefront's pages.
    origins: [origin, shop.origin],
    platform: 'demo',
  })
  // The running service works on the same store.
  const write = <T>(work: (tx: StoreTx) => Promise<T>) => retryTransient(() => host.db.store(made, 'write', work))
  const mails = createMails(services, sendMails, clock, now)
  turnTo(clock, startsAt)
  await brandStore(host, made, audit)
  const promised = await write(async (tx) => {
    // Reminders are off by default, but the history contains some.
    if (mails.isOn) await changeSettings(tx, audit, { reminders: 1 })
    await changeSwitches(tx, audit, { enabled: true })
    // Otherwise a running service would mail a receipt for each review of the history.
    await changeReviewSettings(tx, { receipts: false })
    await upsertProducts(
      tx,
      demo.products.map((product) => product.row),
    )
    return openProgram(tx, services, audit)
  })
  say(`${demo.products.length} products`)
  await takeOrders(clock, demo, write, mails)
  say(`${demo.orders.length} orders, and the requests of the last weeks`)
  await writeReviews({ host, shop: made, demo, write, mails, promised, say })
  await runSequence({ host, shop: made, audit, mails, now }, demo.orders)
  await reviewShop(write, audit, clock, now, demo.orders)
  await writeSignalledReviews(write, services, clock, now, demo.products.at(-1)?.row.platformProductId ?? '')
  turnTo(clock, now.toISOString())
  await write((tx) => createFeed(tx, audit))
  await write((tx) => changeReviewSettings(tx, { receipts: true }))
  await showExamples({ operator, shop: made, password, origin, demo, services, write, mails })
  // Queues the jobs that became due in the history. Home would otherwise show them as late for up to a minute.
  await host.db.system('write', wakeDue)
  say('an example in every area')
  // Without this call the ledger would be unsigned on the first day.
  await closeDay(made)
  return {
    ...{ ...made, password },
    ...{ products: demo.products.length, orders: demo.orders.length, reviews: demo.reviews.length },
  }
}

type Showing = {
  operator: Operator
  shop: OpenedShop
  password: string
  origin: string
  demo: DemoShop
  services: Host['services']
  write: Write
  mails: Mails
}

async function showExamples(showing: Showing): Promise<void> {
  const { operator, shop: made, password, origin, demo, services, write, mails } = showing
  const { call, close } = await operator.signIn(made, password)
  try {
    await operations.connectShop(call)
    await operations.createWebhook(call, `${origin}${receiverPath}`)
    await createContent(call, (await call<{ data: { id: string }[] }>('GET', '/products?limit=8')).data)
    await countViews(call, write, services.clock.now())
    await operations.showDigests(call)
    await operations.createRewards(call)
    await operations.createReferrals(call)
    await correctReview(call, services, write, mails)
    await operations.suppressAddress(call)
    await operations.prepareThumbnails(call)
    await operations.importOldReviews(call, demo.products[0]?.row.platformProductId ?? '', made, operator.runJob)
    await operations.offerFile(call, made, operator.runJob)
    await operations.publishMeter(call)
    await operations.packEvidence(call, made, operator.runJob)
    await operations.backUp(call, made, operator.runJob)
    await openSecondStore(call, { operator, shop: made, password, origin })
  } finally {
    await close()
  }
}

/** A second demo gets its own owner, because the first owner's password is unknown. */
async function freeOwner({ services }: Host): Promise<string> {
  for (let n = 1; ; n++) {
    const email = n === 1 ? firstOwner : `demo${n}@larkmoor.example`
    if (!(await services.users.findByEmail(email))) return email
  }
}

const turnTo = (clock: Clock, instant: string) => clock.advance(Date.parse(instant) - clock.nowMs())

type Write = <T>(work: (tx: StoreTx) => Promise<T>) => Promise<T>

/** Stores orders with their requests' results, so a running service sends nothing. */
async function takeOrders(clock: Clock, { orders, requests }: DemoShop, write: Write, mails: Mails): Promise<void> {
  const histories = new Map(requests.map((each) => [each.platformOrderId, each]))
  const rows = orders.map((order) => order.row).sort((a, b) => (a.placedAt < b.placedAt ? -1 : 1))
  const [told = [], known = []] = partition(rows, ({ platformOrderId }) => {
    const sentAt = histories.get(platformOrderId)?.sentAt
    return typeof sentAt === 'string' && mails.tells(sentAt)
  })
  for (let i = 0; i < known.length; i += batchSize) {
    const batch = known.slice(i, i + batchSize)
    turnTo(clock, batch.at(-1)?.placedAt ?? '')
    await write(async (tx) => {
      await upsertOrders(tx, batch)
      await recordHistories(
        tx,
        batch.flatMap(({ platformOrderId }) => histories.get(platformOrderId) ?? []),
      )
    })
  }
  for (const row of told) {
    const history = histories.get(row.platformOrderId)
    if (!history) continue
    turnTo(clock, row.placedAt)
    await write((tx) => mails.ask(tx, row, history))
  }
}

type Writing = {
  host: Host
  shop: OpenedShop
  demo: DemoShop
  write: Write
  mails: Mails
  promised: Promised
  say: (line: string) => void
}

async function writeReviews({ host, shop, demo, write, mails, promised, say }: Writing): Promise<void> {
  const { db, services, clock } = host
  const startedAt = performance.now()
  const upload = async (name: string) =>
    (await receiveUpload({ db, services, scope: shop, source: 'api' }, await readBuyersPhoto(name))).id
  let done = 0
  for (const review of demo.reviews) {
    turnTo(clock, review.submittedAt)
    const photoIds = await Promise.all(review.photos.map(upload))
    const id = await write((tx) => submit(tx, review, photoIds, mails, promised))
    await moderate(clock, write, id, review, mails)
    if (++done % batchSize > 0) continue
    const left = ((performance.now() - startedAt) / 1000 / done) * (demo.reviews.length - done)
    say(`${done} of ${demo.reviews.length} reviews${left >= 1 ? `, about ${Math.ceil(left)} s left` : ''}`)
  }
}

async function submit(
  tx: StoreTx,
  review: DemoReview,
  photoIds: string[],
  mails: Mails,
  promised: Promised,
): Promise<string> {
  if (review.source === 'widget_form' && mails.tells(review.submittedAt)) return mails.writeOnPage(tx, review)
  const order = review.platformOrderId === null ? undefined : await findOrder(tx, review.platformOrderId)
  const { platformProductId, rating, title, body, authorName, authorEmail, locale, source, incentive } = review
  const product = { platformProductId }
  const { id } = await createReview(tx, {
    ...{ product, rating, title, body, authorName, authorEmail, locale, source, incentive, photoIds },
    orderId: order?.id ?? null,
    addressProven: source === 'email_form',
    ...(incentive === 'points' && { offer: promised }),
  })
  return id
}

async function moderate(
  clock: Clock,
  write: Write,
  id: string,
  { status, reason, moderatedAt, reply }: DemoReview,
  mails: Mails,
): Promise<void> {
  if (status !== 'pending' && moderatedAt !== null) {
    turnTo(clock, moderatedAt)
    await write((tx) => updateReview(tx, audit, id, { status, ...(reason && { reason }) }, { isSilent: true }))
  }
  if (!reply) return
  turnTo(clock, reply.repliedAt)
  const isTold = mails.tells(reply.repliedAt)
  await write(async (tx) => {
    await updateReview(tx, audit, id, { reply: { body: reply.body } }, isTold ? {} : { isSilent: true })
    if (isTold) await mails.tellOfReply(tx)
  })
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
