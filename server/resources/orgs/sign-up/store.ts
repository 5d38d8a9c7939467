import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type NewSignUp = {
  organizationId: string
  digest: Buffer
  email: string
  name: string
  organization: string
  store: string
  origin: string
  affiliateCode: string | null
  provesAddress: boolean
  expiresAt: Date
}

export type SignUpRow = Omit<NewSignUp, 'expiresAt'> & { expiresAt: string }

/** Locks the email address until the transaction ends, so the later of two sign-ups replaces the earlier. */
export const lockEmail = (tx: SystemTx, email: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`)

export const endOpen = (tx: SystemTx, email: string) =>
  tx.run(sql`
    update sign_ups set expires_at = ${tx.now} where email = ${email} and expires_at > ${tx.now} and used_at is null`)

export const insert = (tx: SystemTx, row: NewSignUp) =>
  tx.run(sql`
    insert into sign_ups (organization_id, token_digest, email, name, organization, store, origin, affiliate_code, proves_address,
                          created_at, expires_at)
    values (${row.organizationId}, ${row.digest}, ${row.email}, ${row.name}, ${row.organization}, ${row.store}, ${row.origin},
            ${row.affiliateCode}, ${row.provesAddress}, ${tx.now}, ${row.expiresAt})`)

export const countSince = async (tx: SystemTx, email: string, since: Date): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*)::int as count from sign_ups where email = ${email} and expires_at > ${since} and created_at > ${since}`)
  )?.count ?? 0

const columns = sql<SignUpRow>`
  organization_id as "organizationId", token_digest as digest, email, name, organization, store,
  origin, affiliate_code as "affiliateCode", proves_address as "provesAddress", expires_at as "expiresAt"`

export const findByToken = (tx: SystemTx, digest: Buffer) =>
  tx.first<SignUpRow>(sql`
    select ${columns} from sign_ups where token_digest = ${digest} and expires_at > ${tx.now} and used_at is null`)

export const wasUsed = async (tx: SystemTx, digest: Buffer): Promise<boolean> =>
  (await tx.first(sql`select token_digest from sign_ups where token_digest = ${digest} and used_at is not null`)) !==
  undefined

/** Password hash of the first attempt with the link: it identifies the person created by that attempt. */
export const chooseHash = async (tx: OrganizationTx, digest: Buffer, hash: string): Promise<string | null> =>
  (
    await tx.first<{ hash: string | null }>(sql`
      update sign_ups set chosen_hash = coalesce(chosen_hash, ${hash})
       where organization_id = ${tx.organizationId} and token_digest = ${digest} and used_at is null and expires_at > ${tx.now}
      returning chosen_hash as hash`)
  )?.hash ?? null

/** Runs in the transaction that creates the organization, so the second of two calls finds the link used. */
export const use = (tx: OrganizationTx, digest: Buffer) =>
  tx.run(sql`
    update sign_ups set used_at = ${tx.now}
     where organization_id = ${tx.organizationId} and token_digest = ${digest} and used_at is null and expires_at > ${tx.now}`)

/** Used links are deleted later, so that until then their page can say that they were used. */
export const deleteExpired = (tx: SystemTx, before: Date) =>
  tx.run(sql`delete from sign_ups where expires_at < ${before}`)
