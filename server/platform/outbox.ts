// Publishes events of changes. What is published in a transaction is written just before it commits, and so exists exactly
// when the change does. Which kinds there are is the areas' knowledge; who writes and delivers them is handed over at entry.
import type { Static, TObject } from 'typebox'
import type { StoreTx } from './db/db.ts'

export type EventKind<S extends TObject = TObject> = {
  /** `<noun>.<past>`. */
  name: string
  description: string
  /** Whether it is in the event log too. */
  logged: boolean
  /** What the event says, with the `id` of what it is about. */
  data: S
  example: Static<S> & { id: string }
}

/** `forgets`: what earlier events said of this subject is not kept. */
export type Published = { kind: EventKind; data: { id: string } } | { forgets: string }

export type WriteEvents = (tx: StoreTx, published: readonly Published[]) => Promise<void>

export function eventKind<S extends TObject>(kind: EventKind<S>): EventKind<S> {
  return kind
}

/** Written last, whenever it is called: the store's counter of events is then locked for no longer than the writing takes. */
export function publish<S extends TObject>(tx: StoreTx, kind: EventKind<S>, data: Static<S> & { id: string }): void {
  tx.outbox.push({ kind: kind as unknown as EventKind, data })
}

/** The subject was removed, or no longer belongs to a person: what the event log and waiting deliveries say of it is cut to its id. */
export function forgetSubject(tx: StoreTx, id: string): void {
  tx.outbox.push({ forgets: id })
}
