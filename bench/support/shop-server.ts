// A fake shop with many generated products runs in its own process, so that its cost is not counted as ours.
import { lazyBcProducts, startBigCommerce } from '#test/fakes/shops/bigcommerce.ts'
import { lazyProducts, startShopify } from '#test/fakes/shops/shopify.ts'

const { PLATFORM = 'shopify', PRODUCTS = '0', VARIANTS = '0' } = process.env
const [products, variants] = [Number(PRODUCTS), Number(VARIANTS)]
const fake = PLATFORM === 'shopify' ? await startShopify() : await startBigCommerce()
if ('bulk' in fake) {
  fake.data.products = lazyProducts(products, variants)
  fake.bulk.order = 'together'
} else fake.data.products = lazyBcProducts(products, variants)
process.send?.(fake.origin)
