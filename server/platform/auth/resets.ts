// The first use of a link ends all links of the person. Only digests are stored, for a month, so that a used link is
// recognised.
import type { Pool } from 'pg'
import type { Clock } from '../process/clock.ts'
import { hashSecret } from './keys.ts'

export const resetHours = 1
/** Used links of resets and invitations are recognised for this long. */
export const usedLinkDays = 30
/** Limits links per person and hour, so that strangers cannot fill a mailbox. */
const maxAtOnce = 3

export type Reset = { userId: string; email: string; expiresAt: Date; provesAddress: boolean }

export type Resets = {
  /** False if the person has too many links. A repeated call with the same token does not count as a new link. */
  issue(reset: { userId: string; token: string; provesAddress: boolean }): Promise<boolean>
  find(token: string): Promise<Reset | undefined>
  /** Only one of two parallel uses gets the reset. */
  consume(token: string): Promise<Reset | undefined>
  wasUsed(token: string): Promise<boolean>
}

export function createResets({ pool, clock }: { pool: Pool; clock: Clock }): Resets {
  const open = `
    select r."userId", u.email, r."expiresAt", r."provesAddress"
      from password_reset r join "user" u on u.id = r."userId"
     where r.token_digest = $1 and r."expiresAt" > $2 and r."usedAt" is null`
  const find = async (token: string) => (await pool.query<Reset>(open, [hashSecret(token), clock.now()])).rows[0]
  return {
    find,
    async issue({ userId, token, provesAddress }) {
      const now = clock.now()
      const { rows } = await pool.query(
        `with old as (delete from password_reset where "expiresAt" <= $4::timestamptz - interval '${usedLinkDays} days')
         insert into password_reset (token_digest, "userId", "provesAddress", "createdAt", "expiresAt")
         select $1, $2, $3, $4, $4::timestamptz + interval '${resetHours} hours'
          where (select count(*) from password_reset r where r."userId" = $2 and r."expiresAt" > $4 and r."usedAt" is null and r.token_digest <> $1) < ${maxAtOnce}
         on conflict (token_digest) do update set "provesAddress" = excluded."provesAddress"
         returning 1`,
        [hashSecret(token), userId, provesAddress, now],
      )
      return rows.length === 1
    },
    async consume(token) {
      const reset = await find(token)
      if (!reset) return undefined
      const { rowCount } = await pool.query(
        'update password_reset set "usedAt" = $2 where token_digest = $1 and "usedAt" is null',
        [hashSecret(token), clock.now()],
      )
      if (rowCount === 0) return undefined
      await pool.query('delete from password_reset where "userId" = $1 and "usedAt" is null', [reset.userId])
      return reset
    },
    async wasUsed(token) {
      const { rowCount } = await pool.query(
        `select 1 from password_reset
          where token_digest = $1 and "usedAt" > $2::timestamptz - interval '${usedLinkDays} days'`,
        [hashSecret(token), clock.now()],
      )
      return rowCount === 1
    },
  }
}
