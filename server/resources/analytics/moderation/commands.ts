import type { StoreTx } from '#platform/db/db.ts'
import { beforeCommit, type Subscriber } from '#platform/events.ts'
import { reviewApproved, reviewMarkedSpam, reviewRejected, reviewReplied } from '#resources/reviews/events.ts'
import { type Act, recordFirst } from './store.ts'

const recording = (act: Act) => async (tx: StoreTx, events: readonly { data: { id: string } }[]) => {
  await recordFirst(tx, act, [...new Set(events.map(({ data }) => data.id))])
}

/** Decisions and answers, wherever they come from. */
export const actSubscribers: Subscriber[] = [
  beforeCommit([reviewApproved, reviewRejected, reviewMarkedSpam], recording('decided_at')),
  beforeCommit([reviewReplied], recording('replied_at')),
]
