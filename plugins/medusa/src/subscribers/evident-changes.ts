import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import type EvidentService from '../modules/evident/service.ts'

type Ids = { id?: string; order_id?: string }

/** Stores ids only. Evident reads the order or the product from the shop. */
export default async function noteChange({ event, container }: SubscriberArgs<Ids>) {
  const evident: EvidentService = container.resolve('evident')
  const { id = '', order_id } = event.data
  const query = container.resolve('query')
  /** Finds the id of the changed row's order or product by following `path`. */
  const find = async (entity: string, path: string): Promise<string | undefined> => {
    const { data } = await query.graph({ entity, fields: [path], filters: { id }, withDeleted: true } as never)
    let value: unknown = (data as unknown[])[0]
    for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
    return typeof value === 'string' ? value : undefined
  }
  const [area] = event.name.split('.')
  if (event.name === 'product.deleted') await evident.noteChange('product.deleted', id)
  else if (area === 'product') await evident.noteChange('product.updated', id)
  else if (area === 'product-variant')
    await evident.noteChange('product.updated', await find('product_variant', 'product_id'))
  else if (area === 'payment')
    await evident.noteChange('order.updated', await find('payment', 'payment_collection.order.id'))
  else if (area === 'shipment' || area === 'delivery')
    await evident.noteChange('order.updated', await find('fulfillment', 'order.id'))
  else await evident.noteChange('order.updated', order_id ?? id)
}

export const config: SubscriberConfig = {
  event: [
    ...['order.placed', 'order.updated', 'order.canceled', 'order.completed', 'order.archived'],
    ...['order.fulfillment_created', 'order.fulfillment_canceled', 'order.return_received', 'order-edit.confirmed'],
    ...['payment.captured', 'payment.refunded', 'shipment.created', 'delivery.created'],
    ...['product.created', 'product.updated', 'product.deleted'],
    ...['product-variant.created', 'product-variant.updated', 'product-variant.deleted'],
  ],
}
