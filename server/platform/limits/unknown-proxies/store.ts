import type { SystemTx } from '../../db/db.ts'
import { type Query, sql } from '../../db/query.ts'

export type UnknownProxy = { peer: string; firstSeenAt: string; lastSeenAt: string }

const rememberedMs = 7 * 86_400_000
const maxListed = 20

const oldest = (now: Date) => new Date(now.getTime() - rememberedMs)

export const upsert = (tx: SystemTx, peer: string) =>
  tx.run(sql`
    insert into unknown_proxies (peer, first_seen_at, last_seen_at) values (${peer}, ${tx.now}, ${tx.now})
    on conflict (peer) do update set last_seen_at = excluded.last_seen_at`)

export const deleteOld = (tx: SystemTx) =>
  tx.run(sql`delete from unknown_proxies where last_seen_at <= ${oldest(tx.now)}`)

export const listRecent = (now: Date): Query<UnknownProxy> => sql<UnknownProxy>`
  select peer, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt" from unknown_proxies
   where last_seen_at > ${oldest(now)} order by last_seen_at desc, peer limit ${maxListed}`
