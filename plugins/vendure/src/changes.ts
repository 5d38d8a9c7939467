import {
  type EventBus,
  type Order,
  OrderEvent,
  OrderLineEvent,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
  ProductEvent,
  ProductVariantEvent,
  RefundStateTransitionEvent,
} from '@vendure/core'
import type { EvidentService } from './evident.service.ts'

type OfOrder = OrderEvent | OrderLineEvent | OrderPlacedEvent | OrderStateTransitionEvent | RefundStateTransitionEvent

/**
 * Stores ids only, because Evident reads the order or product from the shop. Uses blocking handlers, which run in the
 * transaction of the change. Ordinary subscribers run after that transaction, so a crash in between would lose the
 * change. Carts are ignored.
 */
export function noteChanges(events: EventBus, evident: EvidentService): void {
  const isPlaced = ({ orderPlacedAt }: Order) => Boolean(orderPlacedAt)
  events.registerBlockingEventHandler<OfOrder>({
    id: 'evident-orders',
    event: [
      OrderPlacedEvent,
      OrderStateTransitionEvent,
      RefundStateTransitionEvent,
      OrderLineEvent,
      OrderEvent,
    ] as never,
    handler: async (event) => {
      if (event instanceof OrderPlacedEvent || isPlaced(event.order))
        await evident.noteChange(event.ctx, 'order.updated', [event.order.id])
    },
  })
  events.registerBlockingEventHandler<ProductEvent>({
    id: 'evident-products',
    event: ProductEvent,
    handler: ({ ctx, entity, type }) =>
      evident.noteChange(ctx, type === 'deleted' ? 'product.deleted' : 'product.updated', [entity.id]),
  })
  events.registerBlockingEventHandler<ProductVariantEvent>({
    id: 'evident-variants',
    event: ProductVariantEvent,
    handler: ({ ctx, entity }) => {
      const ids = entity.map(({ productId }) => productId).filter((id) => id !== undefined && id !== null)
      return evident.noteChange(ctx, 'product.updated', ids)
    },
  })
}
