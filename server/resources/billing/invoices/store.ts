import { fetchLimit, listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { formatAmount } from '#platform/values/money.ts'
import { planOf } from '../rules.ts'
import type { Invoice, InvoiceState, Party, Purpose } from './schema.ts'

export type InvoiceRow = {
  id: string
  provider: 'manual' | 'stripe'
  providerRef: string | null
  kind: 'invoice' | 'credit_note'
  correctsId: string | null
  number: string
  state: InvoiceState
  purpose: Purpose
  plan: string | null
  currency: string
  net: string
  vat: string
  gross: string
  vatRate: string
  vatNote: string | null
  refundedNet: string
  seller: Party & { paymentDetails?: string | null }
  customer: Party
  lines: { description: string; net: string }[]
  periodStartsAt: string | null
  periodEndsAt: string | null
  issuedAt: string
  dueAt: string | null
  paidAt: string | null
  voidedAt: string | null
  documentUrl: string | null
  createdAt: string
}

export type NewInvoice = Omit<InvoiceRow, 'createdAt' | 'refundedNet' | 'voidedAt'>

const columns = sql<InvoiceRow>`
  i.id, i.provider, i.provider_ref as "providerRef", i.kind, i.corrects_id as "correctsId", i.number, i.state, i.purpose, i.plan,
  i.currency, i.net, i.vat, i.gross, i.vat_rate as "vatRate", i.vat_note as "vatNote", i.refunded_net as "refundedNet", i.seller,
  i.customer, i.lines, i.period_starts_at as "periodStartsAt", i.period_ends_at as "periodEndsAt", i.issued_at as "issuedAt",
  i.due_at as "dueAt", i.paid_at as "paidAt", i.voided_at as "voidedAt", i.document_url as "documentUrl",
  i.created_at as "createdAt"`

export const toInvoice = (row: InvoiceRow): Invoice => {
  const money = (amount: string) => formatAmount(amount, row.currency)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    correctsId: row.correctsId,
    state: row.state,
    purpose: row.purpose,
    plan: row.plan === null ? null : planOf(row.plan),
    currency: row.currency,
    net: money(row.net),
    vatRate: row.vatRate,
    vat: money(row.vat),
    gross: money(row.gross),
    vatNote: row.vatNote,
    refundedNet: money(row.refundedNet),
    seller: row.seller,
    paymentDetails: row.seller.paymentDetails ?? null,
    customer: row.customer,
    lines: row.lines.map(({ description, net }) => ({ description, net: money(net) })),
    periodStartsAt: row.periodStartsAt,
    periodEndsAt: row.periodEndsAt,
    issuedAt: row.issuedAt,
    dueAt: row.dueAt,
    paidAt: row.paidAt,
    voidedAt: row.voidedAt,
    documentUrl: row.documentUrl ?? `/billing/invoices/${row.id}/pdf`,
    createdAt: row.createdAt,
  }
}

export const list = (tx: StoreTx, request: PageRequest & { state?: readonly InvoiceState[] }) =>
  listNewest<InvoiceRow & { created_at: string }, Invoice>(
    tx,
    request,
    {
      columns: sql`${columns}, i.created_at`,
      from: sql`invoices i where i.store_env_id = ${tx.storeEnvId}
        ${request.state ? sql`and i.state = any(${request.state as string[]})` : sql``}`,
      table: 'i',
    },
    toInvoice,
  )

export const find = (tx: StoreTx, id: string): Promise<InvoiceRow | undefined> =>
  tx.first<InvoiceRow>(sql`select ${columns} from invoices i where i.store_env_id = ${tx.storeEnvId} and i.id = ${id}`)

/** Locks the invoice, so that parallel payments, voids and refunds wait for each other. */
export const lock = (tx: StoreTx, id: string): Promise<InvoiceRow | undefined> =>
  tx.first<InvoiceRow>(sql`
    select ${columns} from invoices i where i.store_env_id = ${tx.storeEnvId} and i.id = ${id} for update`)

export const lockByProviderRef = (tx: StoreTx, provider: 'manual' | 'stripe', ref: string) =>
  tx.first<InvoiceRow>(sql`
    select ${columns} from invoices i
     where i.store_env_id = ${tx.storeEnvId}
       and i.id = (select p.id from invoices p
                    where p.store_env_id = ${tx.storeEnvId} and p.provider = ${provider} and p.provider_ref = ${ref})
       for update`)

export const listOpen = (tx: StoreTx): Promise<InvoiceRow[]> =>
  tx.all<InvoiceRow>(sql`
    select ${columns} from invoices i
     where i.store_env_id = ${tx.storeEnvId} and i.state = 'open' and i.kind = 'invoice' order by i.created_at, i.id`)

export async function insert(tx: StoreTx, row: NewInvoice): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into invoices (store_env_id, id, organization_id, provider, provider_ref, kind, corrects_id, number, state, purpose, plan,
                          currency, net, vat, gross, vat_rate, vat_note, seller, customer, lines, period_starts_at, period_ends_at,
                          issued_at, due_at, paid_at, document_url, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${tx.organizationId}, ${row.provider}, ${row.providerRef}, ${row.kind}, ${row.correctsId},
            ${row.number}, ${row.state}, ${row.purpose}, ${row.plan}, ${row.currency}, ${row.net}, ${row.vat}, ${row.gross},
            ${row.vatRate}, ${row.vatNote}, ${JSON.stringify(row.seller)}::jsonb, ${JSON.stringify(row.customer)}::jsonb,
            ${JSON.stringify(row.lines)}::jsonb, ${row.periodStartsAt}, ${row.periodEndsAt}, ${row.issuedAt}, ${row.dueAt},
            ${row.paidAt}, ${row.documentUrl}, ${tx.now}, ${tx.now})
    on conflict (store_env_id, provider, provider_ref) do nothing`)
  if (inserted === 0) return false
  await tx.run(sql`
    insert into invoice_register (invoice_id, store_env_id, organization_id, number, open, issued_at)
    values (${row.id}, ${tx.storeEnvId}, ${tx.organizationId}, ${row.number}, ${row.state === 'open'}, ${row.issuedAt})`)
  return true
}

export type InvoiceChange = Pick<
  InvoiceRow,
  'state' | 'paidAt' | 'voidedAt' | 'refundedNet' | 'periodStartsAt' | 'periodEndsAt'
>

export async function update(tx: StoreTx, id: string, change: InvoiceChange): Promise<void> {
  await tx.several([
    sql`
      update invoices set state = ${change.state}, paid_at = ${change.paidAt}, voided_at = ${change.voidedAt},
             refunded_net = ${change.refundedNet}, period_starts_at = ${change.periodStartsAt},
             period_ends_at = ${change.periodEndsAt}, updated_at = ${tx.now}
       where store_env_id = ${tx.storeEnvId} and id = ${id}`,
    sql`
      update invoice_register set open = ${change.state === 'open'}
       where store_env_id = ${tx.storeEnvId} and invoice_id = ${id} and open is distinct from ${change.state === 'open'}`,
  ])
}

/** Draws the next number of the series. Other transactions wait for the end of this one, so draw it late. */
export async function drawNumber(tx: StoreTx, series: string): Promise<number> {
  const row = await tx.first<{ number: number }>(sql`
    insert into invoice_series as s (series, last_number) values (${series}, 1)
    on conflict (series) do update set last_number = s.last_number + 1 returning s.last_number as number`)
  if (!row) throw new Error(`The series ${series} returned no number.`)
  return row.number
}

export type RegisteredInvoice = {
  invoiceId: string
  storeEnvId: string
  organizationId: string
  number: string
  isKept: boolean
}

const registered = sql<RegisteredInvoice>`
  r.invoice_id as "invoiceId", r.store_env_id as "storeEnvId", r.organization_id as "organizationId", r.number,
  r.kept is not null as "isKept"`

export const findRegistered = (tx: SystemTx, idOrNumber: string) =>
  tx.all<RegisteredInvoice>(sql`
    select ${registered} from invoice_register r
     where r.number = ${idOrNumber} or r.invoice_id::text = ${idOrNumber} limit 2`)

export const listRegistered = (
  tx: SystemTx,
  filter: { open: boolean | null; storeEnvId: string | null },
  request: PageRequest,
) =>
  tx.all<RegisteredInvoice>(sql`
    select ${registered} from invoice_register r
     where (${filter.open}::boolean is null or r.open = ${filter.open})
       and (${filter.storeEnvId}::uuid is null or r.store_env_id = ${filter.storeEnvId})
     order by r.issued_at desc, r.invoice_id desc limit ${fetchLimit(request)}`)

/** Copies a store's invoices before its removal, because the operator must keep them. */
export async function keep(tx: StoreTx): Promise<void> {
  const invoices = await tx.all<{ id: string; row: string }>(
    sql`select i.id, to_jsonb(i)::text as row from invoices i where i.store_env_id = ${tx.storeEnvId}`,
  )
  await tx.run(sql`
    update invoice_register r set kept = i.row::jsonb
      from unnest(${invoices.map(({ id }) => id)}::uuid[], ${invoices.map(({ row }) => row)}::text[]) as i(id, row)
     where r.store_env_id = ${tx.storeEnvId} and r.invoice_id = i.id`)
}

export const findKept = (tx: SystemTx, id: string): Promise<InvoiceRow | undefined> =>
  tx.first<InvoiceRow>(sql`
    select ${columns} from invoice_register r, jsonb_populate_record(null::invoices, r.kept) i
     where r.invoice_id = ${id} and r.kept is not null`)

export type CustomerRow = {
  name: string
  country: string | null
  vatNumber: string | null
}

export async function findCustomer(tx: StoreTx): Promise<CustomerRow> {
  const row = await tx.first<CustomerRow>(sql`
    select coalesce(o.legal_name, o.name) as name, o.country, o.vat_number as "vatNumber"
      from organizations o where o.id = ${tx.organizationId}`)
  if (!row) throw new Error(`The organization ${tx.organizationId} no longer exists.`)
  return row
}
