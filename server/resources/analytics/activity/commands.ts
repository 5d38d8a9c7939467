// Mails are counted by day. Each day is counted a day after its end. A report from these counts equals a report that
// reads every mail.

import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import { findPushedIds } from '#platform/calls/product-lookup.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { oldMailChanged } from '#resources/email/events.ts'
import { countDays, type DaysStore, deleteDays, readCountedDays } from '../engine/counted-days.ts'
import { dayOfNumber, singleDays, sourcesOfPeriods } from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import { tally, tallyGalleries } from './rules.ts'
import type { WidgetEvents } from './schema.ts'
import * as store from './store.ts'

const mailDays: DaysStore = {
  lockDays: store.lockMailDays,
  findDaysCounted: store.findMailDaysCounted,
  upsertDaysCounted: store.upsertMailDaysCounted,
  deleteDays: store.deleteMailDays,
  findFirst: store.findFirstMail,
  listChanged: store.listMailChanges,
  takeChanges: store.takeMailChanges,
  refill: store.refillMailDays,
}

/** Call it in the snapshot of the report. */
export async function readMail(tx: StoreReads, span: Span): Promise<store.CountedMail[]> {
  const summedDays = await readCountedDays(tx, span, mailDays)
  const { pieces } = sourcesOfPeriods(span, summedDays, singleDays)
  const changed = [...summedDays.changed].map(dayOfNumber)
  return store.countMail(tx, span, { until: dayOfNumber(summedDays.until), changed, pieces })
}

/** Counts changed days again and some new days. Returns true while more days may remain. */
export const countMailDays = (tx: StoreTx): Promise<boolean> => countDays(tx, mailDays)

/** Deletes all counted days, so reports read every mail until the next run. */
export const deleteMailDays = (tx: StoreTx): Promise<void> => deleteDays(tx, mailDays)

export const mailSubscribers: Subscriber[] = [
  beforeCommit([oldMailChanged], (tx, events) =>
    tx.sendAlong(
      store.markMail(
        tx,
        events.flatMap(({ data }) => data.writtenAt),
      ),
    ),
  ),
]

const dayMs = 86_400_000

/** After two days, the day is over in every time zone. */
export async function joinFinishedDays(tx: StoreTx): Promise<void> {
  const before = new Date(tx.now.getTime() - 2 * dayMs).toISOString().slice(0, 10)
  await store.joinWidgetParts(tx, before)
  await store.joinGalleryParts(tx, before)
}

/** Counts the events of one request. Events that name an unknown product or gallery are not counted. */
export async function countEvents(tx: StoreTx, day: string, events: WidgetEvents['events']): Promise<void> {
  const pushed = await findPushedIds(
    tx,
    events.flatMap(({ platformProductId }) => platformProductId ?? []),
  )
  const galleries = new Set(
    await store.listShownGalleries(
      tx,
      events.flatMap(({ galleryId }) => galleryId ?? []),
    ),
  )
  const known = events.filter(
    ({ platformProductId: product, galleryId: gallery }) =>
      (product === undefined || pushed.has(product)) && (gallery === undefined || galleries.has(gallery.toLowerCase())),
  )
  if (known.length === 0) return
  await store.addWidgetCounts(tx, day, tally(known))
  const ofGalleries = tallyGalleries(known)
  if (ofGalleries.length > 0) await store.addGalleryCounts(tx, day, ofGalleries)
}
