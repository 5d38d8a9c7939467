// Code of a shop that uses the plugin.
import type { MedusaContainer } from '@medusajs/framework/types'
import type EvidentModule from 'medusa-plugin-evident/modules/evident'
import { EVIDENT } from 'medusa-plugin-evident/modules/evident'

export async function readAverage(container: MedusaContainer, productId: string): Promise<number | null> {
  const evident: InstanceType<typeof EvidentModule.service> = container.resolve(EVIDENT)
  const [rating] = await evident.listEvidentRatings({ product_id: productId })
  // @ts-expect-error: the count is a number, and not `any`.
  rating?.count.toUpperCase()
  return rating?.average ?? null
}
