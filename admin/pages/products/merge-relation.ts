// Guesses from variants whether two products match. The service decides.
import type { ProductDetail } from '../../api/products.ts'

type ProductIdentity = Pick<ProductDetail, 'variants'>

export function sharedIdentifier(
  a: ProductIdentity,
  b: ProductIdentity,
): { kind: 'sku' | 'gtin'; value: string } | null {
  const skus = new Set(a.variants.map(({ sku }) => sku))
  const sku = b.variants.find((variant) => variant.sku !== null && skus.has(variant.sku))?.sku
  if (sku) return { kind: 'sku', value: sku }
  const gtins = new Set(a.variants.map(({ gtin }) => toGtinKey(gtin)))
  const gtin = b.variants.find(
    (variant) => toGtinKey(variant.gtin) !== null && gtins.has(toGtinKey(variant.gtin)),
  )?.gtin
  return gtin ? { kind: 'gtin', value: gtin } : null
}

function toGtinKey(gtin: string | null): string | null {
  const digits = gtin?.replace(/[\s-]/g, '') ?? ''
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return null
  const key = digits.padStart(14, '0')
  const sum = [...key].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0 ? key : null
}
