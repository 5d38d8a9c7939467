// Businesses in another EU country account for VAT themselves. Customers in the seller's country, and in the EU without a
// VAT number, pay the seller's rate. Outside the EU none is due. One Stop Shop rates are not supported.
import { share } from '#platform/values/money.ts'

export const euCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

type Place = { country: string | null; vatNumber: string | null }
export type Vat = { rate: string; note: string | null }

export const reverseCharge =
  'Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).'
export const outsideEu = 'Not subject to VAT in the EU: the place of supply is outside the EU.'

/** A VAT number begins with its country code, which is EL for Greece. Drops the spaces and dots that people type. */
export function parseVatCountry(vatNumber: string | null): string | undefined {
  const prefix = /^([A-Z]{2})[0-9A-Z+*]{2,12}$/.exec((vatNumber ?? '').replace(/[\s.-]/g, '').toUpperCase())?.[1]
  const country = prefix === 'EL' ? 'GR' : prefix
  return country && euCountries.includes(country) ? country : undefined
}

export function computeVat(seller: Place & { vatRate: string; noVatNote: string | null }, customer: Place): Vat {
  const isCharged = seller.country !== null && seller.vatNumber !== null && /[1-9]/.test(seller.vatRate)
  if (!isCharged) return { rate: '0', note: seller.noVatNote }
  const { country } = customer
  if (country === null || country === seller.country) return { rate: seller.vatRate, note: null }
  const isSellerInEu = euCountries.includes(seller.country as string)
  if (!isSellerInEu) return { rate: '0', note: seller.noVatNote }
  if (!euCountries.includes(country)) return { rate: '0', note: outsideEu }
  return parseVatCountry(customer.vatNumber) === country
    ? { rate: '0', note: reverseCharge }
    : { rate: seller.vatRate, note: null }
}

export function vatAmount(net: bigint, rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.')
  return share(net, BigInt(whole + fraction.padEnd(2, '0').slice(0, 2)), 10_000n)
}
