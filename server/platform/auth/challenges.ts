// The challenge contains its own expiry and a signature over its holder, so issuing a challenge stores nothing. Only a
// redeemed challenge is stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from '../db/query.ts'
import type { Clock } from '../process/clock.ts'
import type { Secrets } from '../process/secrets.ts'
import type { RunQuery } from './second-factors.ts'

export const challengeMs = 300_000

export type Challenges = {
  /** `holder` names the purpose of the challenge and its session or browser. */
  issue(holder: string): Buffer
  /**
   * True if the challenge was issued to the same holder within the last five minutes. Only one of several parallel calls
   * gets true.
   */
  take(challenge: string, holder: string): Promise<boolean>
  deleteExpired(): Promise<void>
}

export function createChallenges(options: { run: RunQuery; secrets: Secrets; clock: Clock }): Challenges {
  const { run, secrets, clock } = options
  const signChallenge = (holder: string, nonce: string, endsAtMs: string) =>
    secrets.tokenFor(`passkey challenge ${nonce} ${endsAtMs} ${holder}`)
  return {
    issue(holder) {
      const nonce = randomBytes(16).toString('base64url')
      const endsAtMs = String(clock.nowMs() + challengeMs)
      return Buffer.from([nonce, endsAtMs, signChallenge(holder, nonce, endsAtMs)].join('.'))
    },
    async take(challenge, holder) {
      const [nonce = '', endsAtMs = '', code = ''] = Buffer.from(challenge, 'base64url').toString('latin1').split('.')
      const [given, expected] = [Buffer.from(code), Buffer.from(signChallenge(holder, nonce, endsAtMs))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      if (clock.nowMs() > Number(endsAtMs)) return false
      const digest = createHash('sha256').update(nonce).digest()
      return (await run(useChallenge(digest, new Date(Number(endsAtMs))))).rowCount === 1
    },
    async deleteExpired() {
      await run(deleteExpiredChallenges(clock.now()))
    },
  }
}

export const useChallenge = (digest: Buffer, expiresAt: Date) => sql<object>`
  insert into auth.used_challenge (digest, "expiresAt") values (${digest}, ${expiresAt}) on conflict do nothing`

export const deleteExpiredChallenges = (now: Date) =>
  sql<object>`delete from auth.used_challenge where "expiresAt" < ${now}`
