// We do not use better-auth's plugin, because it accepts a code twice within its minute and can read its recovery codes.
import { randomBytes } from 'node:crypto'
import { type Query, sql } from '../db/query.ts'
import type { Clock } from '../process/clock.ts'
import type { Secrets } from '../process/secrets.ts'
import { base32, buildUri, matchingStep } from './totp.ts'

export type SetUp = { uri: string; secret: string; recoveryCodes: string[] }
export type SecondFactorState = { enabled: boolean; recoveryCodesLeft: number }

export type SecondFactors = {
  state(userId: string): Promise<SecondFactorState>
  /** Starts the setup, which takes effect with `confirm`. Undefined if the second factor is already on. */
  begin(person: { id: string; email: string }): Promise<SetUp | undefined>
  confirm(userId: string, code: string): Promise<boolean>
  /** Accepts each code once. */
  takeCode(userId: string, code: string): Promise<boolean>
  takeRecoveryCode(userId: string, code: string): Promise<boolean>
  renewRecoveryCodes(userId: string): Promise<string[]>
  resetPassed(userId: string): Promise<void>
  delete(userId: string): Promise<boolean>
}

export type RunQuery = <Row extends object>(query: Query<Row>) => Promise<{ rows: Row[]; rowCount: number | null }>

const recoveryCodes = 10

export function createSecondFactors(options: { run: RunQuery; secrets: Secrets; clock: Clock }): SecondFactors {
  const { run, secrets, clock } = options
  const deriveSecret = (userId: string, seed: string) =>
    Buffer.from(secrets.tokenFor(`authenticator of ${userId} ${seed}`), 'base64url').subarray(0, 20)
  const digestOfCode = (userId: string, code: string) =>
    Buffer.from(secrets.tokenFor(`recovery code of ${userId} ${normalized(code)}`), 'base64url')
  const newCodes = (userId: string) => {
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    return { codes, digests: codes.map((code) => digestOfCode(userId, code)) }
  }
  const take = async (userId: string, code: string, isConfirmed: boolean): Promise<boolean> => {
    const [factor] = (await run(findFactor(userId))).rows
    if (!factor || factor.confirmed !== isConfirmed) return false
    const step = matchingStep(deriveSecret(userId, factor.seed), code, clock.nowMs())
    if (step === undefined) return false
    return (await run(takeStep(userId, factor.seed, step, clock.now(), isConfirmed))).rowCount === 1
  }
  return {
    async state(userId) {
      const [factor] = (await run(findFactor(userId))).rows
      return { enabled: factor?.confirmed ?? false, recoveryCodesLeft: factor?.confirmed ? factor.codesLeft : 0 }
    },
    async begin({ id, email }) {
      const seed = randomBytes(16).toString('base64url')
      const { codes, digests } = newCodes(id)
      if ((await run(beginFactor(id, seed, digests, clock.now()))).rowCount === 0) return undefined
      const secret = deriveSecret(id, seed)
      return { uri: buildUri(secret, email), secret: base32(secret), recoveryCodes: codes }
    },
    confirm: (userId, code) => take(userId, code, false),
    takeCode: (userId, code) => take(userId, code, true),
    async takeRecoveryCode(userId, code) {
      return (await run(useRecoveryCode(userId, digestOfCode(userId, code), clock.now()))).rowCount === 1
    },
    async renewRecoveryCodes(userId) {
      const { codes, digests } = newCodes(userId)
      await run(replaceRecoveryCodes(userId, digests))
      return codes
    },
    async resetPassed(userId) {
      await run(resetPassed(userId))
    },
    async delete(userId) {
      const { rowCount } = await run(deleteFactor(userId))
      await run(resetPassed(userId))
      return rowCount === 1
    },
  }
}

/** Ten unambiguous letters and digits, 50 bits. */
function newRecoveryCode(): string {
  const text = base32(randomBytes(7)).slice(0, 10).toLowerCase()
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

const normalized = (code: string) => code.toLowerCase().replace(/[^a-z2-7]/g, '')

type Factor = { seed: string; confirmed: boolean; codesLeft: number }

export const findFactor = (userId: string) => sql<Factor>`
  select f.seed, f."confirmedAt" is not null as confirmed,
         (select count(*)::int from auth.recovery_code c where c."userId" = f."userId" and c."usedAt" is null) as "codesLeft"
    from auth.second_factor f where f."userId" = ${userId}`

/** An unconfirmed factor is replaced. */
export const beginFactor = (userId: string, seed: string, digests: readonly Buffer[], now: Date) => sql<{
  one: number
}>`
  with factor as (
    insert into auth.second_factor as f ("userId", seed, "createdAt") values (${userId}, ${seed}, ${now})
    on conflict ("userId") do update set seed = excluded.seed, "lastStep" = 0, "createdAt" = excluded."createdAt"
     where f."confirmedAt" is null
    returning "userId"),
  old as (delete from auth.recovery_code c using factor where c."userId" = factor."userId")
  insert into auth.recovery_code ("userId", digest)
  select factor."userId", d from factor, unnest(${[...digests]}::bytea[]) d returning 1 as one`

export const takeStep = (userId: string, seed: string, step: number, now: Date, isConfirmed: boolean) => sql<object>`
  update auth.second_factor set "lastStep" = ${step}::bigint, "confirmedAt" = coalesce("confirmedAt", ${now})
   where "userId" = ${userId} and seed = ${seed} and "lastStep" < ${step}::bigint
     and ("confirmedAt" is not null) = ${isConfirmed}`

export const useRecoveryCode = (userId: string, digest: Buffer, now: Date) => sql<object>`
  update auth.recovery_code c set "usedAt" = ${now}
    from auth.second_factor f
   where f."userId" = c."userId" and f."confirmedAt" is not null and c."userId" = ${userId} and c.digest = ${digest}
     and c."usedAt" is null`

export const replaceRecoveryCodes = (userId: string, digests: readonly Buffer[]) => sql<object>`
  with old as (delete from auth.recovery_code where "userId" = ${userId})
  insert into auth.recovery_code ("userId", digest)
  select f."userId", d from auth.second_factor f, unnest(${[...digests]}::bytea[]) d where f."userId" = ${userId}`

export const deleteFactor = (userId: string) => sql<object>`delete from auth.second_factor where "userId" = ${userId}`

/** Resets sessions that had verified the deleted factor. Ends pending sign-ins, which have to start again. */
export const resetPassed = (userId: string) => sql<object>`
  with ended as (delete from auth.session where "userId" = ${userId} and "secondFactor" = 'pending')
  update auth.session set "secondFactor" = 'none' where "userId" = ${userId} and "secondFactor" = 'passed'`
