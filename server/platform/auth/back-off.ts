// Counts failed attempts in the database, so that all processes share them and a restart loses none. An attempt is
// counted before the password is checked, so a thousand parallel attempts count like a thousand in a row. A stranger
// who fails on purpose must not lock a person out: a known browser has its own count, and a password reset clears the
// count. An address is slowed and never blocked, because the people of an office share one.
import type { Pool } from 'pg'
import { parseNetwork } from '../limits/spend.ts'
import type { Clock } from '../process/clock.ts'
import type { Secrets } from '../process/secrets.ts'
import { AppError } from '../values/errors.ts'

/** Failures without a wait, because people mistype. */
const freeFailures = 5
const longestWaitSeconds = 300
const expiredAfterSeconds = 3600
const freeOfAddress = 30
const addressSeconds = 900
const longestAddressWaitSeconds = 10

export type Attempt = { succeeded(): Promise<void> }

export type BackOff = {
  /** Counts an attempt as failed. Throws 429 while the caller has to wait. `device` is a browser known for this account. */
  begin(attempt: { account: string; address: string; device?: string | undefined }): Promise<Attempt>
  reset(account: string): Promise<void>
  deleteExpired(): Promise<void>
}

export function createBackOff({ pool, secrets, clock }: { pool: Pool; secrets: Secrets; clock: Clock }): BackOff {
  /** The digest is keyed, so that a copy of the table does not reveal who tried to sign in. */
  const digest = (text: string) => Buffer.from(secrets.tokenFor(`failed attempts: ${text}`), 'base64url')
  const deleteAttempts = async (subject: Buffer) => {
    await pool.query('delete from failed_attempt where subject = $1', [subject])
  }
  const giveBack = (addressKey: Buffer) => pool.query(takeBack, [addressKey, clock.now()])
  return {
    async begin({ account, address, device }) {
      const now = clock.now()
      const addressKey = digest(`address ${parseNetwork(address)}`)
      if (device !== undefined) {
        const subject = digest(`device ${account} ${device}`)
        await count(pool, countForAccount, subject, now)
        return { succeeded: () => deleteAttempts(subject) }
      }
      const subject = digest(`account ${account}`)
      await count(pool, countForAddress, addressKey, now)
      await count(pool, countForAccount, subject, now).catch(async (refusal) => {
        // The password was not checked, so this attempt is not counted for the address. Otherwise one impatient person
        // could use up the limit of a shared address.
        await giveBack(addressKey)
        throw refusal
      })
      return {
        async succeeded() {
          await deleteAttempts(subject)
          await giveBack(addressKey)
        },
      }
    },
    reset: (account) => deleteAttempts(digest(`account ${account}`)),
    async deleteExpired() {
      const before = new Date(clock.nowMs() - 86_400_000)
      await pool.query('delete from failed_attempt where retry_at < $1 and since < $1', [before])
    },
  }
}

/**
 * The statement changes a row only if the attempt is allowed. Otherwise the row contains the time of the next allowed
 * attempt.
 */
async function count(pool: Pool, statement: string, subject: Buffer, now: Date): Promise<void> {
  const { rowCount } = await pool.query(statement, [subject, now])
  if (rowCount === 1) return
  const { rows } = await pool.query<{ retry_at: Date }>('select retry_at from failed_attempt where subject = $1', [
    subject,
  ])
  const wait = Math.max(1, Math.ceil(((rows[0]?.retry_at.getTime() ?? 0) - now.getTime()) / 1000))
  throw new AppError(
    429,
    'rate_limited',
    `Too many failed attempts. Try again in ${wait} s, or reset the password by mail.`,
    { headers: { 'retry-after': String(wait) } },
  )
}

// After a free failure `retry_at` is a day in the past, so a machine whose clock is behind also allows the next attempt.
const countForAccount = `
  insert into failed_attempt as f (subject, failures, since, retry_at) values ($1, 1, $2, $2::timestamptz - interval '1 day')
  on conflict (subject) do update set (failures, since, retry_at) = (
    select n, $2::timestamptz, $2::timestamptz + case when n < ${freeFailures} then interval '-1 day'
           else make_interval(secs => least(power(2, least(n, 60) - ${freeFailures}), ${longestWaitSeconds})) end
      from (select case when f.since < $2::timestamptz - interval '${expiredAfterSeconds} seconds' then 1
                        else f.failures + 1 end as n) counted)
  where f.retry_at <= $2`

const countForAddress = `
  insert into failed_attempt as f (subject, failures, since, retry_at) values ($1, 1, $2, $2::timestamptz - interval '1 day')
  on conflict (subject) do update set (failures, since, retry_at) = (
    select n, case when n = 1 then $2::timestamptz else f.since end,
           $2::timestamptz + case when n < ${freeOfAddress} then interval '-1 day'
           else make_interval(secs => least(power(2, least(n - ${freeOfAddress}, 30)), ${longestAddressWaitSeconds})) end
      from (select case when f.since <= $2::timestamptz - interval '${addressSeconds} seconds' then 1
                        else f.failures + 1 end as n) counted)
  where f.retry_at <= $2`

const takeBack = `
  update failed_attempt set failures = failures - 1, retry_at = $2::timestamptz - interval '1 day'
   where subject = $1 and failures > 0`
