import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { formatAmount, toMinorUnits } from '#platform/values/money.ts'
import { currency, decideState, dollars, type Earning, type Fact, type Member } from './rules.ts'
import type { Commission, Payout, Referral } from './schema.ts'

export type AffiliateRow = { code: string; createdAt: string }

export const insert = (tx: OrganizationTx, code: string) =>
  tx.run(sql`
    insert into affiliates (organization_id, code, created_at) values (${tx.organizationId}, ${code}, ${tx.now})
    on conflict (organization_id) do nothing`)

export const find = (tx: OrganizationTx) =>
  tx.first<AffiliateRow>(sql`
    select code, created_at as "createdAt" from affiliates where organization_id = ${tx.organizationId}`)

/** Locks the affiliate until the transaction ends, so that the second of two payouts finds nothing due. */
export const lock = (tx: OrganizationTx) =>
  tx.first<AffiliateRow>(sql`
    select code, created_at as "createdAt" from affiliates where organization_id = ${tx.organizationId} for update`)

export async function balance(tx: OrganizationTx): Promise<{ pending: bigint; matured: bigint; paid: bigint }> {
  const row = await tx.first<{ pending: string; matured: string; paid: string }>(sql`
    select (select coalesce(sum(c.amount), 0) from affiliate_commissions c
             where c.organization_id = ${tx.organizationId} and c.payable_at > ${tx.now}) as pending,
           (select coalesce(sum(c.amount), 0) from affiliate_commissions c
             where c.organization_id = ${tx.organizationId} and c.payable_at <= ${tx.now}) as matured,
           (select coalesce(sum(p.amount), 0) from affiliate_payouts p where p.organization_id = ${tx.organizationId}) as paid`)
  const cents = (amount: string | undefined) => toMinorUnits(amount ?? '0', currency)
  return { pending: cents(row?.pending), matured: cents(row?.matured), paid: cents(row?.paid) }
}

type ReferralRow = {
  id: string
  organization: string
  rejected_reason: 'self_referral' | null
  first_paid_at: string | null
  earned: string
  created_at: string
}

export const listReferrals = (tx: OrganizationTx, request: PageRequest) =>
  listNewest<ReferralRow, Referral>(
    tx,
    request,
    {
      columns: sql<ReferralRow>`r.id, coalesce((select n.name from app.referred_names() n where n.id = r.referred_organization_id), '') as organization,
        r.rejected_reason, r.created_at,
        (select min(c.at) from affiliate_commissions c where c.referral_id = r.id and c.kind = 'paid') as first_paid_at,
        (select coalesce(sum(c.amount), 0) from affiliate_commissions c where c.referral_id = r.id) as earned`,
      from: sql`affiliate_referrals r where r.organization_id = ${tx.organizationId}`,
      table: 'r',
    },
    ({ id, organization, rejected_reason: reason, first_paid_at: firstPaidAt, earned, created_at }) => ({
      id,
      organization,
      state: decideState({ rejectedReason: reason, firstPaidAt, earned: toMinorUnits(earned, currency) }, tx.now),
      reason,
      earned: formatAmount(earned, currency),
      createdAt: created_at,
    }),
  )

type CommissionRow = Omit<Commission, 'earnedAt'> & { at: string }

export const listCommissions = (tx: OrganizationTx, request: PageRequest) =>
  listNewest<CommissionRow, Commission>(
    tx,
    request,
    {
      columns: sql<CommissionRow>`c.id, c.referral_id as "referralId", c.invoice_id as "invoiceId", c.amount, c.at, c.payable_at as "payableAt"`,
      from: sql`affiliate_commissions c where c.organization_id = ${tx.organizationId} and c.amount <> 0`,
      table: 'c',
      column: 'at',
    },
    ({ at, amount, ...row }) => ({ ...row, amount: formatAmount(amount, currency), earnedAt: at }),
  )

type PayoutRow = { id: string; amount: string; created_at: string }

export const listPayouts = (tx: OrganizationTx, request: PageRequest) =>
  listNewest<PayoutRow, Payout>(
    tx,
    request,
    {
      columns: sql<PayoutRow>`p.id, p.amount, p.created_at`,
      from: sql`affiliate_payouts p where p.organization_id = ${tx.organizationId}`,
      table: 'p',
    },
    ({ id, amount, created_at }) => ({ id, amount: formatAmount(amount, currency), createdAt: created_at }),
  )

export const insertPayout = (tx: OrganizationTx, id: string, cents: bigint) =>
  tx.run(sql`
    insert into affiliate_payouts (id, organization_id, amount, created_at)
    values (${id}, ${tx.organizationId}, ${dollars(cents)}, ${tx.now})`)

export const listAll = (tx: SystemTx) =>
  tx.all<{ organizationId: string; code: string }>(sql`
    select organization_id as "organizationId", code from affiliates order by organization_id`)

export const findByCode = (tx: SystemTx, code: string) =>
  tx.first<{ organizationId: string }>(sql`
    select organization_id as "organizationId" from affiliates where code = ${code}`)

export const listMembers = (tx: SystemTx, organizationId: string) =>
  tx.all<Member>(sql`select user_id as "userId", email from memberships where organization_id = ${organizationId}`)

type NewReferral = { id: string; affiliateId: string; rejectedReason: 'self_referral' | null }

export const insertReferral = (tx: OrganizationTx, row: NewReferral) =>
  tx.run(sql`
    insert into affiliate_referrals (id, organization_id, referred_organization_id, rejected_reason, created_at)
    values (${row.id}, ${row.affiliateId}, ${tx.organizationId}, ${row.rejectedReason}, ${tx.now})`)

export type BoundReferral = { id: string; organizationId: string; rejectedReason: string | null }

/** Locks the referral until the transaction ends, because only one process at a time may compute its earnings. */
export const lockReferral = (tx: SystemTx, referredId: string) =>
  tx.first<BoundReferral>(sql`
    select id, organization_id as "organizationId", rejected_reason as "rejectedReason" from affiliate_referrals
     where referred_organization_id = ${referredId} for update`)

export const reject = (tx: SystemTx, id: string) =>
  tx.run(sql`update affiliate_referrals set rejected_reason = 'self_referral' where id = ${id}`)

export const listFacts = async (tx: SystemTx, referralId: string): Promise<Fact[]> =>
  (
    await tx.all<Omit<Fact, 'net'> & { net: string }>(sql`
      select kind, document_id as "documentId", invoice_id as "invoiceId", net, at from affiliate_commissions
       where referral_id = ${referralId}`)
  ).map((row) => ({ ...row, net: toMinorUnits(row.net, currency) }))

export const upsertEarnings = (
  tx: SystemTx,
  { id, organizationId }: BoundReferral,
  rows: readonly (Earning & { id: string })[],
) =>
  tx.run(sql`
    insert into affiliate_commissions as c (id, organization_id, referral_id, kind, document_id, invoice_id, net, at, amount, payable_at)
    select e.id, ${organizationId}::uuid, ${id}::uuid, e.kind, e.document, e.invoice, e.net, e.at, e.amount, e.payable
      from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
                  ${rows.map(({ documentId }) => documentId)}::uuid[], ${rows.map(({ invoiceId }) => invoiceId)}::uuid[],
                  ${rows.map(({ net }) => dollars(net))}::numeric[], ${rows.map(({ at }) => at)}::timestamptz[],
                  ${rows.map(({ amount }) => dollars(amount))}::numeric[], ${rows.map(({ payableAt }) => payableAt)}::timestamptz[])
           as e(id, kind, document, invoice, net, at, amount, payable)
    on conflict (referral_id, kind, document_id) do update set amount = excluded.amount, payable_at = excluded.payable_at
     where (c.amount, c.payable_at) is distinct from (excluded.amount, excluded.payable_at)`)
