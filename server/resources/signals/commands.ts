import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { redactPerson } from '#resources/reviews/erasure-rules.ts'
import type { Signal, SignalChange } from './schema.ts'
import * as store from './store.ts'

/** A decision changes only the signal. The reviews, and everything that others see of the reviews, are unchanged. */
export async function changeSignal(tx: StoreTx, audit: Audit, id: string, change: SignalChange): Promise<Signal> {
  const before = orNotFound(await store.lockState(tx, id), 'signal', id)
  orNotFound(await store.find(tx, id), 'signal', id)
  const note = change.note === undefined ? before.note : change.note?.trim() || null
  const state = change.state ?? before.state
  if (state !== before.state || note !== before.note) {
    await store.updateState(tx, id, { state, note })
    await audit(tx, 'review_signal.changed', { type: 'review_signal', id }, { from: before.state, to: state })
  }
  return orNotFound(await store.find(tx, id), 'signal', id)
}

/** Removes the person's email address from all notes. */
export async function eraseFromNotes(tx: StoreTx, email: string): Promise<void> {
  for (const { id, note } of await store.lockNotes(tx)) {
    const left = redactPerson(note, { email, name: '' })
    if (left !== note) await store.updateNote(tx, id, left)
  }
}

export const countSignals = store.countByState
