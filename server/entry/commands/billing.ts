import { writeFile } from 'node:fs/promises'
import type { ParseArgsConfig } from 'node:util'
import { auditAs } from '#platform/audit/audit.ts'
import { isCountry } from '#platform/values/countries.ts'
import { isUuid } from '#platform/values/ids.ts'
import { isInstant } from '#platform/values/instant.ts'
import { writePdf } from '#resources/billing/invoices/pdf.ts'
import { type InvoiceRow, toInvoice } from '#resources/billing/invoices/store.ts'
import {
  listInvoicesOfAll,
  markPaid,
  RefusedInvoice,
  readIssued,
  refund,
  voidOpen,
} from '#resources/billing/manual/operator.ts'
import { unnamedSeller } from '#resources/billing/seller-commands.ts'
import type { Seller } from '#resources/billing/seller-schema.ts'
import { find as findSeller, upsert as writeSeller } from '#resources/billing/seller-store.ts'
import { setUpStripe } from '#resources/billing/stripe/setup.ts'
import { parseVatCountry } from '#resources/billing/vat.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

type Flags = Readonly<Record<string, unknown>>

export const billingUsage = [
  'stripe-setup',
  'list [--open] [--store ID] [--limit N]',
  'pdf INVOICE --out FILE',
  'mark-paid INVOICE [--at INSTANT]',
  'void INVOICE',
  'refund INVOICE [--net AMOUNT] [--end]',
  'seller [--name NAME] [--address TEXT] [--country CC] [--vat-number NUMBER] [--vat-rate PERCENT] [--payment TEXT] [--no-vat-note TEXT] [--prefix TEXT]',
].join('\n                ')

export const billingOptions: ParseArgsConfig['options'] = {
  open: { type: 'boolean' },
  out: { type: 'string' },
  store: { type: 'string' },
  limit: { type: 'string' },
  at: { type: 'string' },
  net: { type: 'string' },
  end: { type: 'boolean' },
  invoice: { type: 'string' },
  name: { type: 'string' },
  address: { type: 'string' },
  country: { type: 'string' },
  'vat-number': { type: 'string' },
  'vat-rate': { type: 'string' },
  payment: { type: 'string' },
  'no-vat-note': { type: 'string' },
  prefix: { type: 'string' },
}

type Run = (service: Service, flags: Flags, args: string[]) => Promise<{ json: unknown; text: string }>

const acting = ({ db }: Service) => ({ db, audit: auditAs({ type: 'operator' }) })

const verbs: Record<string, Run> = {
  async list(service, flags) {
    const store = readText(flags, 'store')
    if (store !== undefined && !isUuid(store)) throw new OperatorError('--store must be the id of a store.')
    const listed = await listInvoicesOfAll(
      service,
      { open: flags.open ? true : null, storeEnvId: store ?? null },
      readLimit(flags),
    )
    const data = listed.map(({ storeEnvId, organizationId, invoice }) => ({
      ...toInvoice(invoice),
      storeEnvId,
      organizationId,
    }))
    const lines = listed.map(
      ({ storeEnvId, invoice }) => `${formatLine(invoice)}  ${invoice.customer.name}  ${storeEnvId}`,
    )
    return { json: { data }, text: lines.join('\n') || 'No matching invoices.' }
  },
  async pdf(service, flags, args) {
    const out = readText(flags, 'out')
    if (!out) throw new OperatorError('--out is required: the file to write.')
    const invoice = await readIssued(acting(service), named(flags, args))
    const pdf = await writePdf(invoice)
    // Never overwrites an existing file.
    await writeFile(out, pdf, { flag: 'wx' }).catch((error: Error) => {
      throw new OperatorError(`Cannot write ${out}: ${error.message}`)
    })
    return { json: { ...toInvoice(invoice), file: out }, text: `Saved ${invoice.number} to ${out}.` }
  },
  async 'mark-paid'(service, flags, args) {
    const at = readText(flags, 'at')
    if (at !== undefined && !isInstant(at))
      throw new OperatorError('--at must be an instant such as 2026-11-21T09:00:00Z.')
    const { invoice, isFirst } = await markPaid(
      acting(service),
      named(flags, args),
      at === undefined ? undefined : new Date(at),
    )
    return {
      json: toInvoice(invoice),
      text: `${invoice.number} ${isFirst ? 'is paid.' : 'was already paid; nothing changed.'}`,
    }
  },
  async void(service, flags, args) {
    const { invoice, isFirst } = await voidOpen(acting(service), named(flags, args))
    return {
      json: toInvoice(invoice),
      text: `${invoice.number} ${isFirst ? 'is void.' : 'was already void; nothing changed.'}`,
    }
  },
  async refund(service, flags, args) {
    const { mailFrom } = service.services.config
    const refunding = { net: readText(flags, 'net'), ends: flags.end === true, mailFrom }
    const creditNote = await refund(acting(service), named(flags, args), refunding)
    return { json: toInvoice(creditNote), text: formatLine(creditNote) }
  },
  async 'stripe-setup'({ services }) {
    if (services.config.billing !== 'stripe') throw new OperatorError('stripe-setup needs BILLING=stripe.')
    const offered = await setUpStripe(services)
    const lines = offered.map(({ plan, price, isNew }) => `${plan}  ${price}  ${isNew ? 'created' : 'already exists'}`)
    return { json: { data: offered }, text: lines.join('\n') }
  },
  async seller(service, flags) {
    const { db, services } = service
    const given = Object.keys(fields).some((flag) => flags[flag] !== undefined)
    const seller = await db.system(given ? 'write' : 'read', async (tx) => {
      const present = (await findSeller(tx)) ?? unnamedSeller(services.config.mailFrom)
      const changed = given ? sellerWith(present, flags) : present
      if (given) await writeSeller(tx, changed)
      return changed
    })
    return {
      json: seller,
      text: Object.entries(seller)
        .map(([field, value]) => `${field}: ${value ?? '–'}`)
        .join('\n'),
    }
  },
}

export async function runBilling(service: Service, args: string[], flags: Flags): Promise<number> {
  const [verb = '', ...rest] = args
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!run) throw new OperatorError(`Use billing ${Object.keys(verbs).join(' | ')}. See evident help.`)
  try {
    const { json, text } = await run(service, flags, rest)
    console.log(flags.json ? JSON.stringify(json) : text)
    return 0
  } catch (error) {
    if (error instanceof RefusedInvoice) throw new OperatorError(error.message)
    throw error
  }
}

function named(flags: Flags, [first]: string[]): string {
  const name = readText(flags, 'invoice') ?? first
  if (!name) throw new OperatorError("Pass the invoice's number or its id.")
  return name
}

function readText(flags: Flags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value.trim() : undefined
}

function readLimit(flags: Flags): number {
  const text = readText(flags, 'limit') ?? '100'
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100)
    throw new OperatorError('--limit must be a number from 1 to 100.')
  return Number(text)
}

const formatLine = ({ number, state, gross, currency, dueAt, paidAt }: InvoiceRow) =>
  `${number}  ${state}  ${gross} ${currency}  ${paidAt ? `paid ${paidAt.slice(0, 10)}` : `due ${dueAt?.slice(0, 10) ?? '–'}`}`

type Field = { field: keyof Seller; fits: (text: string) => boolean; expected: string }

const upTo = (length: number) => ({
  fits: (text: string) => text.length <= length,
  expected: `must have at most ${length} characters`,
})

const fields: Record<string, Field> = {
  name: { field: 'name', fits: (text) => text !== '' && text.length <= 200, expected: 'must have 1 to 200 characters' },
  address: { field: 'address', ...upTo(500) },
  country: { field: 'country', fits: isCountry, expected: 'must be an ISO country such as DE' },
  'vat-number': { field: 'vatNumber', ...upTo(30) },
  'vat-rate': {
    field: 'vatRate',
    fits: (text) => /^\d{1,2}(\.\d{1,2})?$/.test(text),
    expected: 'must be per cent, such as 19 or 8.1',
  },
  payment: { field: 'paymentDetails', ...upTo(1000) },
  'no-vat-note': { field: 'noVatNote', ...upTo(300) },
  prefix: {
    field: 'numberPrefix',
    fits: (text) => /^[A-Z0-9-]{0,12}$/.test(text),
    expected: 'must be up to 12 capital letters, digits and hyphens',
  },
}

const optional = ['address', 'country', 'vatNumber', 'paymentDetails', 'noVatNote']

/** An empty text removes an optional value. */
function sellerWith(present: Seller, flags: Flags): Seller {
  const changed: Record<string, unknown> = { ...present }
  for (const [flag, { field, fits, expected }] of Object.entries(fields)) {
    const value = readText(flags, flag)
    if (value === undefined) continue
    if (value === '' && optional.includes(field)) changed[field] = null
    else if (fits(value)) changed[field] = value
    else throw new OperatorError(`--${flag} ${expected}.`)
  }
  const seller = changed as Seller
  const vatCountry = parseVatCountry(seller.vatNumber)
  if (vatCountry !== undefined && seller.country !== null && vatCountry !== seller.country)
    throw new OperatorError(`The VAT number is from ${vatCountry}, but the seller is in ${seller.country}.`)
  return seller
}
