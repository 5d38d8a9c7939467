import { emailPattern } from '#platform/values/wire.ts'
import { judge, type Product, type Terms } from '../sending/rules.ts'

export type Person = { email: string; name?: string | null | undefined; locale?: string | null | undefined }

/** Data about one email address, read in the transaction that plans its request. */
export type KnownPerson = {
  suppressed: string | undefined
  /** True if the person was sent any request within the days of `frequencyCap.requestDays`. */
  isAskedLately: boolean
  /** State of an earlier request about all these products. */
  earlier: 'planned' | 'sent' | undefined
  /** The buyer's consent in the last order. Null if unknown. */
  acceptsMarketing: boolean | null
  locale: string | null
  reviewedIds: ReadonlySet<string>
}

const address = new RegExp(emailPattern)

/** Addresses that differ only in case belong to one person, as everywhere. */
export function parseAddress(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return address.test(email) ? email : undefined
}

/**
 * The consent that decides about the request, now and when it is sent. The merchant's statement counts unless the
 * person refused in the last order.
 */
export const decideConsent = ({ acceptsMarketing }: Pick<KnownPerson, 'acceptsMarketing'>): boolean =>
  acceptsMarketing ?? true

type Asking = {
  products: readonly Omit<Product, 'isReviewed'>[]
  terms: Terms
  now: Date
}

/** Returns the reason to skip a person. The same conditions are checked again when the request is sent. */
export function findSkipReason(
  email: string,
  known: KnownPerson,
  { products, terms, now }: Asking,
): string | undefined {
  const verdict = judge(
    {
      ...{
        email,
        placedAt: now.toISOString(),
        fulfilledAt: null,
        deliveredAt: null,
        cancelledAt: null,
        isStated: true,
      },
      ...{ total: null, refundedTotal: '0', country: null, acceptsMarketing: decideConsent(known) },
      products: products.map((product) => ({ ...product, isReviewed: known.reviewedIds.has(product.id) })),
    },
    terms,
    now,
  )
  if ('skip' in verdict) return verdict.skip
  if (known.suppressed) return known.suppressed
  if (known.earlier === 'planned') return 'already_planned'
  return known.earlier === 'sent' || known.isAskedLately ? 'already_asked' : undefined
}
