import { Type } from 'typebox'
import { Nullable } from '#platform/wire.ts'
import { Subscription } from '../schema.ts'
import { Invoice } from './schema.ts'

export const Checkout = Type.Object(
  {
    url: Nullable(Type.String({ description: 'Where to pay; null where the invoice says how.' })),
    invoice: Nullable(Invoice),
    subscription: Subscription,
  },
  { title: 'Checkout' },
)
