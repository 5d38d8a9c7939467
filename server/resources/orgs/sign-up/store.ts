import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type NewSignUp = {
  organizationId: string
  digest: Buffer
  email: string
  name: string
  passwordHash: string
  organization: string
  store: string
  origin: string
  affiliateCode: string | null
  provesAddress: boolean
  expiresAt: Date
}

export type SignUpRow = Omit<NewSignUp, 'expiresAt'> & { expiresAt: string }

/** None where the address has enough that are open. */
export const insert = (tx: SystemTx, row: NewSignUp, most: number) =>
  tx.run(sql`
    insert into sign_ups (organization_id, token_digest, email, name, password_hash, organization, store, origin, affiliate_code,
                          proves_address, created_at, expires_at)
    select ${row.organizationId}::uuid, ${row.digest}::bytea, ${row.email}::text, ${row.name}::text, ${row.passwordHash}::text,
           ${row.organization}::text, ${row.store}::text, ${row.origin}::text, ${row.affiliateCode}::text,
           ${row.provesAddress}::boolean, ${tx.now}::timestamptz, ${row.expiresAt}::timestamptz
     where (select count(*) from sign_ups s where s.email = ${row.email} and s.expires_at > ${tx.now} and s.used_at is null) < ${most}`)

const columns = sql<SignUpRow>`
  organization_id as "organizationId", token_digest as digest, email, name, password_hash as "passwordHash", organization, store,
  origin, affiliate_code as "affiliateCode", proves_address as "provesAddress", expires_at as "expiresAt"`

export const findByToken = (tx: SystemTx, digest: Buffer) =>
  tx.first<SignUpRow>(sql`
    select ${columns} from sign_ups where token_digest = ${digest} and expires_at > ${tx.now} and used_at is null`)

export const wasUsed = async (tx: SystemTx, digest: Buffer): Promise<boolean> =>
  (await tx.first(sql`select token_digest from sign_ups where token_digest = ${digest} and used_at is not null`)) !==
  undefined

/** In the transaction that makes the organization: of two at once, one finds it used. */
export const use = (tx: OrganizationTx, digest: Buffer) =>
  tx.run(sql`
    update sign_ups set used_at = ${tx.now}
     where organization_id = ${tx.organizationId} and token_digest = ${digest} and used_at is null and expires_at > ${tx.now}`)

/** What was used is kept for a while, so that its link can say so. */
export const removeBefore = (tx: SystemTx, before: Date) =>
  tx.run(sql`delete from sign_ups where expires_at < ${before}`)
