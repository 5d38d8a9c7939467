import type { Platform } from '../../../../api/shops/shops.ts'

const platforms = ['shopify', 'woocommerce', 'bigcommerce', 'medusa', 'vendure', 'custom'] as const satisfies Platform[]

/** Which platform is being connected: in the address, so that the browser's way back leads to the choice. */
export const readShopSearch = ({ platform }: Record<string, unknown>): { platform?: Platform } => {
  const known = platforms.find((each) => each === platform)
  return known ? { platform: known } : {}
}
