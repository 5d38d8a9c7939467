// Visitors behind a proxy that TRUSTED_PROXIES lacks share one limit. `evident doctor` and the admin's Home
// page therefore name the proxy.

import type { CrossDb } from '../../db/db.ts'
import { createProxies } from '../../identity/proxies.ts'
import type { Config } from '../../process/config.ts'
import { deleteOld, type UnknownProxy, upsert } from './store.ts'

export const recordUnknownProxy = (db: Pick<CrossDb, 'system'>, peer: string): Promise<void> =>
  db.system('write', async (tx) => {
    await deleteOld(tx)
    await upsert(tx, peer)
  })

export function notCovered(seen: readonly UnknownProxy[], { trustedProxies }: Pick<Config, 'trustedProxies'>) {
  const proxies = createProxies(trustedProxies)
  return seen.filter(({ peer }) => !proxies.isTrusted(peer))
}
