import { subjectErased } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { PublishedEvent } from '#platform/db/published-event.ts'
import type { Query } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import * as store from './store.ts'

/** `galleryId` is the gallery whose form sent the event, if any. */
export type RecordedEvent = { id: string; event: string; firingId: string; galleryId: string | undefined }

/** Runs last in the transaction. Locks the event counter first, so that later statements see all earlier commits. */
export function recordingEvents(tx: StoreTx, published: readonly PublishedEvent<{ id: string }>[]) {
  const erased = published.flatMap(({ name, data }) => (name === subjectErased.name ? [data.id] : []))
  const rows = published.flatMap(({ name, data, logged }) => {
    if (logged === undefined) return []
    const { id, ...rest } = data
    return [
      {
        id: newId(tx.now.getTime()),
        event: name,
        subject_id: id,
        firing_id: newId(tx.now.getTime()),
        galleryId: 'galleryId' in rest ? String(rest.galleryId) : undefined,
        logged,
        head: `{"id":${JSON.stringify(id)},"sequence":`,
        tail: formatRest(rest),
      },
    ]
  })
  const statements: Query<unknown>[] = [
    ...(erased.length > 0 ? [store.takeNumbers(tx, 0), store.updateForgotten(tx, erased)] : []),
    ...(rows.length > 0 ? [store.insert(tx, rows)] : []),
  ]
  const recorded: RecordedEvent[] = rows.map(({ id, event, firing_id: firingId, galleryId }) => ({
    ...{ id, event, firingId, galleryId },
  }))
  return { statements, recorded }
}

/** Formats the fields that follow the event number. Only the database knows the number. */
function formatRest(fields: object): string {
  const text = JSON.stringify(fields)
  return text === '{}' ? text.slice(1) : `,${text.slice(1)}`
}

/** Returns the store's next event number, and locks it until this transaction ends. */
export async function lockNextNumber(tx: StoreTx): Promise<number> {
  const row = await tx.first(store.takeNumbers(tx, 0))
  return (row?.last ?? 0) + 1
}
