import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type OrganizationRow = {
  id: string
  name: string
  legalName: string | null
  vatNumber: string | null
  country: string | null
  billingEmail: string | null
  deletesAt: string | null
}

export const insert = (tx: OrganizationTx, name: string) =>
  tx.run(sql`insert into organizations (id, name, created_at) values (${tx.organizationId}, ${name}, ${tx.now})`)

export const find = (tx: OrganizationTx) =>
  tx.first<OrganizationRow>(sql`
    select id, name, legal_name as "legalName", vat_number as "vatNumber", country, billing_email as "billingEmail",
           deletes_at as "deletesAt"
      from organizations where id = ${tx.organizationId}`)

/** Locks the organization until the transaction ends, so the audit log matches the change. */
export const lock = (tx: OrganizationTx) =>
  tx.first<OrganizationRow>(sql`
    select id, name, legal_name as "legalName", vat_number as "vatNumber", country, billing_email as "billingEmail",
           deletes_at as "deletesAt"
      from organizations where id = ${tx.organizationId} for update`)

/** Omitted fields are unchanged; null clears a field. */
export const update = (tx: OrganizationTx, row: Omit<OrganizationRow, 'id' | 'deletesAt'>) =>
  tx.run(sql`
    update organizations set name = ${row.name}, legal_name = ${row.legalName}, vat_number = ${row.vatNumber},
           country = ${row.country}, billing_email = ${row.billingEmail}
     where id = ${tx.organizationId}`)

export const findSettings = (tx: OrganizationTx) =>
  tx.first<{ twoFactorRequired: boolean }>(
    sql`select two_factor_required as "twoFactorRequired" from organizations where id = ${tx.organizationId}`,
  )

export const updateSettings = (tx: OrganizationTx, twoFactorRequired: boolean) =>
  tx.run(sql`
    update organizations set two_factor_required = ${twoFactorRequired}
     where id = ${tx.organizationId} and two_factor_required <> ${twoFactorRequired}`)
