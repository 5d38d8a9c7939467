// Tells who counts days of mail that some of them are not what they were.

import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { oldMailChanged } from '../events.ts'
import { isOld } from '../rules.ts'
import type { Written } from './store.ts'

/** Nearly all mail that changes has just been written, of which nothing is told. */
export function announceChanged(tx: StoreTx, mails: readonly Written[]): void {
  const old = mails.map(({ created_at }) => created_at).filter((at) => isOld(at, tx.now))
  if (old.length > 0) publish(tx, oldMailChanged, { writtenAt: old })
}
