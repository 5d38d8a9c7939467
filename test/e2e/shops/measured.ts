import { performance } from 'node:perf_hooks'
import type { Shop } from '#integrations/shops/shop.ts'
import { readAll, type TestTools } from '#test/shop-tools.ts'

export async function measured(
  platform: string,
  shop: Shop,
  tools: TestTools,
  since: Date,
  memoryOfShop: () => number,
) {
  let calls = 0
  const { call } = tools
  tools.call = async (...words) => {
    calls += 1
    return await call(...words)
  }
  const startedAt = performance.now()
  const { items: products } = await readAll((from) => shop.readProducts(from))
  const seconds = (performance.now() - startedAt) / 1000
  const productCalls = calls
  const ordersAt = performance.now()
  const { items: orders } = await readAll((from) => shop.readOrders({ placed: since }, from))
  const orderSeconds = (performance.now() - ordersAt) / 1000
  tools.call = call
  const variants = products.reduce((sum, each) => sum + each.variants.length, 0)
  console.log(
    `${platform}: ${products.length} products, ${variants} variants in ${seconds.toFixed(2)} s and ${productCalls} calls; ` +
      `${orders.length} orders in ${orderSeconds.toFixed(2)} s and ${calls - productCalls} calls; ` +
      `the shop takes ${memoryOfShop()} MB`,
  )
  return { products, orders, variants }
}
