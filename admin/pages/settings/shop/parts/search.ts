import type { Platform } from '../../../../api/shops/shops.ts'

const platforms = ['shopify', 'woocommerce', 'bigcommerce', 'medusa', 'vendure', 'custom'] as const satisfies Platform[]

/** The URL contains the chosen platform, so the back button returns to the choice. */
export const readShopSearch = ({ platform }: Record<string, unknown>): { platform?: Platform } => {
  const known = platforms.find((each) => each === platform)
  return known ? { platform: known } : {}
}
