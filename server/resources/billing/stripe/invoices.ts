import type Stripe from 'stripe'
import { readId } from '#integrations/stripe/webhooks.ts'
import { fromMinorUnits, share } from '#platform/values/money.ts'
import type { MirroredInvoice } from '../invoices/commands.ts'
import type { Purpose } from '../invoices/schema.ts'
import { instantOf, instantOrNull, type PlansByPrice } from './rules.ts'

const purposes: Partial<Record<string, Purpose>> = {
  subscription_create: 'purchase',
  subscription_cycle: 'renewal',
  subscription_update: 'upgrade',
}

/** Undefined for drafts, which may still change, and for zero amounts, such as a trial's. */
export function toMirroredInvoice(
  invoice: Stripe.Invoice,
  { payer, known }: { payer: string; known: PlansByPrice },
): MirroredInvoice | undefined {
  const { status, status_transitions: moved } = invoice
  if (status === 'draft' || status === null || invoice.total <= 0) return undefined
  const currency = invoice.currency.toUpperCase()
  const money = (units: number | bigint) => fromMinorUnits(BigInt(units), currency)
  const net = invoice.total_excluding_tax ?? invoice.total
  const vat = invoice.total - net
  const [line] = invoice.lines.data.filter(({ amount }) => amount > 0)
  return {
    provider: 'stripe',
    providerRef: invoice.id,
    number: invoice.number,
    state: status === 'paid' ? 'paid' : status === 'void' ? 'void' : 'open',
    purpose: purposes[invoice.billing_reason ?? ''] ?? 'other',
    plan: known.get(readId(line?.pricing?.price_details?.price) ?? '') ?? null,
    currency,
    net: money(net),
    vat: money(vat),
    gross: money(invoice.total),
    vatRate: net > 0 ? percent(vat, net) : '0',
    vatNote: null,
    seller: { name: invoice.account_name ?? '', address: null, country: invoice.account_country, vatNumber: null },
    customer: {
      name: invoice.customer_name ?? payer,
      address: formatAddress(invoice.customer_address),
      country: invoice.customer_address?.country ?? null,
      vatNumber: invoice.customer_tax_ids?.[0]?.value ?? null,
    },
    lines: invoice.lines.data.map(({ description, amount }) => ({
      description: description ?? '',
      net: money(amount),
    })),
    periodStartsAt: instantOf(line?.period.start ?? invoice.period_start),
    periodEndsAt: instantOf(line?.period.end ?? invoice.period_end),
    issuedAt: instantOf(moved.finalized_at ?? invoice.created),
    dueAt: instantOrNull(invoice.due_date),
    paidAt: instantOrNull(moved.paid_at),
    voidedAt: instantOrNull(moved.voided_at),
    documentUrl: invoice.hosted_invoice_url ?? null,
  }
}

function percent(part: number, whole: number): string {
  const hundredths = share(BigInt(part) * 10_000n, 1n, BigInt(whole))
  return fromMinorUnits(hundredths, 'USD').replace(/\.?0+$/, '') || '0'
}

function formatAddress(address: Stripe.Address | null): string | null {
  if (!address) return null
  const { line1, line2, postal_code: code, city, state } = address
  return [line1, line2, [code, city].filter(Boolean).join(' '), state].filter(Boolean).join('\n') || null
}
