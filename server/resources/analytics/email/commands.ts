// Counts what became of the mail of finished days, for the report of it; the report is the same as one that reads every mail.

import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { oldMailChanged } from '#resources/email/events.ts'
import { countDays, forgetDays, readKeptDays } from '../counted-days/commands.ts'
import type { Span } from '../rules.ts'
import { dayOfNumber, singleDays, sourcesOfPeriods } from '../sums/rules.ts'
import * as store from './store.ts'

/** What became of the mail of each period; to be read in a snapshot. */
export async function readMail(tx: StoreReads, span: Span): Promise<store.CountedMail[]> {
  const kept = await readKeptDays(tx, span, store)
  const { pieces } = sourcesOfPeriods(span, kept, singleDays)
  const changed = [...kept.changed].map(dayOfNumber)
  return store.countMail(tx, span, { until: dayOfNumber(kept.until), changed, pieces })
}

/** Counts days that have changed, or some that are not counted yet. True while there may be more. */
export const countMailDays = (tx: StoreTx): Promise<boolean> => countDays(tx, store)

/** Has every day counted anew; until then every mail is read. */
export const forgetMailDays = (tx: StoreTx): Promise<void> => forgetDays(tx, store)

export const mailSubscribers: Subscriber[] = [
  beforeCommit([oldMailChanged], (tx, events) =>
    tx.sendAlong(
      store.mark(
        tx,
        events.flatMap(({ data }) => data.writtenAt),
      ),
    ),
  ),
]
