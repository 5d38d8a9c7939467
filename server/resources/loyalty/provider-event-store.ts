import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { JournalKind } from './schema.ts'

export type Reward = {
  kind: JournalKind
  points: number
  balance: number
  at: string
  email: string
  name: string | null
}

export const findReward = (tx: StoreTx, lineId: string) =>
  tx.first<Reward>(sql`
    select j.kind, j.delta as points, j.balance, j.at, m.email, c.name
      from loyalty_journal j
      join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.id = j.member_id
      left join customers c on c.store_env_id = ${tx.storeEnvId} and c.email = m.email
     where j.store_env_id = ${tx.storeEnvId} and j.id = ${lineId} and j.kind in ('birthday', 'referral')`)
