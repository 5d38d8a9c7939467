import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { oldMailChanged } from '../events.ts'
import { isOld } from '../rules.ts'
import type { WrittenMessage } from './store.ts'

export function announceChanged(tx: StoreTx, mails: readonly WrittenMessage[]): void {
  const old = mails.map(({ created_at }) => created_at).filter((at) => isOld(at, tx.now))
  if (old.length > 0) publish(tx, oldMailChanged, { writtenAt: old })
}
