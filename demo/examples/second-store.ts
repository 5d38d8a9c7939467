import type { Call, OpenedShop, Operator } from '../host.ts'

type Created = { id: string }
type Opened = { operator: Operator; shop: OpenedShop; password: string; origin: string }

/** A second store of the organization shows copies of the first one's reviews. */
export async function openSecondStore(
  call: Call,
  { operator, shop, password, origin }: Opened,
  products: readonly object[],
): Promise<void> {
  const { id: storeEnvId } = await call<Created>('POST', '/account/stores', {
    name: 'Larkmoor Outlet',
    origins: [origin],
  })
  const outlet = { ...shop, storeEnvId }
  const { call: callOutlet, close } = await operator.signIn(outlet, password)
  try {
    await callOutlet('PUT', '/products', [...products])
    const { code } = await call<{ code: string }>('POST', '/reviews/grants', { match: ['gtin', 'platform_product_id'] })
    await callOutlet('POST', '/reviews/grants/accept', { code, status: 'approved' })
    await operator.runJob('shared_reviews.copy', { storeEnvId, organizationId: shop.organizationId })
  } finally {
    await close()
  }
}
