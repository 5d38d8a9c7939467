import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import type { Published } from '#platform/outbox.ts'
import * as store from './store.ts'

export type Recorded = { id: string; event: string; firingId: string; sequence: number }

/** Writes what a transaction published, numbered; to be called last in it. */
export async function recordEvents(tx: StoreTx, published: readonly Published[]): Promise<Recorded[]> {
  const events = published.flatMap((each) => ('kind' in each ? [each] : []))
  const forgotten = published.flatMap((each) => ('forgets' in each ? [each.forgets] : []))
  const first = await store.takeNumbers(tx, events.length)
  if (forgotten.length > 0) await store.updateForgotten(tx, forgotten)
  if (events.length === 0) return []
  const rows = events.map(({ kind, data }, i) => {
    const { id, ...rest } = data
    const sequence = first + i
    return {
      id: newId(tx.now.getTime()),
      sequence,
      event: kind.name,
      subject_id: id,
      firing_id: newId(tx.now.getTime()),
      logged: kind.logged,
      data: JSON.stringify({ id, sequence, ...rest }),
    }
  })
  await store.insert(tx, rows)
  return rows.map(({ id, event, firing_id, sequence }) => ({ id, event, firingId: firing_id, sequence }))
}

/** The number that the store's next event will get; nobody takes it before this transaction ends. */
export const lockNextNumber = (tx: StoreTx): Promise<number> => store.takeNumbers(tx, 0)
