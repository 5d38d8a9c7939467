import { randomBytes } from 'node:crypto'
import { type Audit, auditAs } from '#platform/audit/audit.ts'
import type { CrossDb, OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { toMinorUnits } from '#platform/values/money.ts'
import type { InvoiceFact } from '#resources/billing/events.ts'
import {
  alreadyJoined,
  buildLink,
  codeInCookies,
  computeEarnings,
  currency,
  dollars,
  encodeCode,
  type Fact,
  isSelfReferral,
  type Member,
} from './rules.ts'
import type { Affiliate } from './schema.ts'
import * as store from './store.ts'

export async function join(
  tx: OrganizationTx,
  audit: Audit,
  origin: string,
  wanted: string | undefined,
): Promise<{ affiliate: Affiliate; isNew: boolean }> {
  const existing = await store.find(tx)
  const asked = wanted?.toLowerCase()
  if (existing && asked !== undefined && asked !== existing.code) throw alreadyJoined(existing.code)
  const code = asked ?? encodeCode(randomBytes(8))
  const isNew = !existing && (await store.insert(tx, code)) === 1
  if (isNew) await audit(tx, 'affiliate.joined', { type: 'affiliate', id: tx.organizationId, name: code })
  return { affiliate: await read(tx, origin), isNew }
}

export async function read(tx: OrganizationTx, origin: string): Promise<Affiliate> {
  const row = await store.find(tx)
  if (!row) throw notFound('affiliate: this organization has not joined')
  const { pending, matured, paid } = await store.balance(tx)
  return {
    code: row.code,
    url: buildLink(origin, row.code),
    balance: { pending: dollars(pending), payable: dollars(matured - paid), paid: dollars(paid) },
    currency,
    createdAt: row.createdAt,
  }
}

export type Referrer = { affiliateId: string; rejectedReason: 'self_referral' | null }

export async function findReferring(db: CrossDb, code: string, person: Member): Promise<Referrer | undefined> {
  return db.system('read', async (tx) => {
    const affiliate = await store.findByCode(tx, code.toLowerCase())
    if (!affiliate) return undefined
    const members = await store.listMembers(tx, affiliate.organizationId)
    return {
      affiliateId: affiliate.organizationId,
      rejectedReason: isSelfReferral(members, [person]) ? 'self_referral' : null,
    }
  })
}

export const findCode = async (tx: OrganizationTx): Promise<string | null> => (await store.find(tx))?.code ?? null

export const isCode = (db: CrossDb, code: string): Promise<boolean> =>
  db.system('read', async (tx) => (await store.findByCode(tx, code.toLowerCase())) !== undefined)

export async function codeFollowed(db: CrossDb, cookies: string | undefined): Promise<string | undefined> {
  const code = codeInCookies(cookies)
  return code !== undefined && (await isCode(db, code)) ? code : undefined
}

export const bindReferral = (tx: OrganizationTx, referring: Referrer) =>
  store.insertReferral(tx, { id: newId(tx.now.getTime()), ...referring })

/** Records a payment or refund. Repeated or reordered calls give the same result. */
export async function earn(tx: SystemTx, invoice: InvoiceFact & { creditNoteId?: string }): Promise<void> {
  const referral = await store.lockReferral(tx, invoice.organizationId)
  if (!referral || referral.rejectedReason !== null || invoice.currency !== currency) return
  const [own, referred] = [
    await store.listMembers(tx, referral.organizationId),
    await store.listMembers(tx, invoice.organizationId),
  ]
  const known = await store.listFacts(tx, referral.id)
  // A self-referral stops new earnings. Earlier ones remain valid, and refunds still reduce them.
  if (isSelfReferral(own, referred) && invoice.creditNoteId === undefined)
    return void (await store.reject(tx, referral.id))
  const fact: Fact = {
    kind: invoice.creditNoteId === undefined ? 'paid' : 'refunded',
    documentId: invoice.creditNoteId ?? invoice.invoiceId,
    invoiceId: invoice.invoiceId,
    net: toMinorUnits(invoice.net, currency),
    at: new Date(invoice.at).toISOString(),
  }
  const earnings = computeEarnings([...known, fact]).map((each) => ({ ...each, id: newId(tx.now.getTime()) }))
  await store.upsertEarnings(tx, referral, earnings)
}

export type PaidOut = { id: string; organizationId: string; code: string; amount: string; currency: typeof currency }

/**
 * Marks all due commissions as paid out, but skips affiliates whose balance is zero or negative. The operator sends the
 * money.
 */
export async function payOutAll(db: CrossDb): Promise<PaidOut[]> {
  const payouts: PaidOut[] = []
  for (const { organizationId } of await db.system('read', store.listAll)) {
    const made = await db.organization(organizationId, 'write', payOut)
    if (made) payouts.push({ ...made, organizationId, currency })
  }
  return payouts
}

async function payOut(tx: OrganizationTx): Promise<{ id: string; code: string; amount: string } | undefined> {
  const affiliate = await store.lock(tx)
  const { matured, paid } = await store.balance(tx)
  if (!affiliate || matured <= paid) return undefined
  const id = newId(tx.now.getTime())
  const amount = dollars(matured - paid)
  await store.insertPayout(tx, id, matured - paid)
  const target = { type: 'affiliate_payout', id, name: amount }
  await auditAs({ type: 'operator' })(tx, 'affiliate.paid_out', target, { amount, currency })
  return { id, code: affiliate.code, amount }
}
