import { createBigCommerce } from '#integrations/shops/bigcommerce/bigcommerce.ts'
import { custom } from '#integrations/shops/custom.ts'
import { medusa } from '#integrations/shops/medusa/medusa.ts'
import type { Platform, PlatformName } from '#integrations/shops/shop.ts'
import { createShopify } from '#integrations/shops/shopify/shopify.ts'
import { vendure } from '#integrations/shops/vendure/vendure.ts'
import { woocommerce } from '#integrations/shops/woocommerce/woocommerce.ts'

type Make = (origin: string | undefined) => Platform

/** If `origin` is set, all shops of the platform are called at this address, such as a proxy or a local fake. */
export const adapters: Partial<Record<PlatformName, Make>> = {
  shopify: createShopify,
  woocommerce: () => woocommerce,
  bigcommerce: createBigCommerce,
  medusa: () => medusa,
  vendure: () => vendure,
  custom: () => custom,
}

export const platformNamed = (
  name: PlatformName,
  origins: Readonly<Record<string, string | undefined>>,
): Platform | undefined => adapters[name]?.(origins[name])
