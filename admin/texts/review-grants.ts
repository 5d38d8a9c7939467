import type { Grant, MatchWord } from '../api/reviews/grants.ts'
import type { Tone } from '../components/Badge.tsx'

export const grantStates: Record<Grant['state'], string> = {
  offered: 'Offered',
  active: 'Active',
  revoked: 'Revoked',
  expired: 'Expired',
}

export const grantTones: Record<Grant['state'], Tone> = {
  offered: 'warn',
  active: 'good',
  revoked: 'plain',
  expired: 'plain',
}

export const matchNames: Record<MatchWord, string> = {
  gtin: 'GTIN',
  sku: 'SKU',
  platform_product_id: 'Product id in the shop',
}
