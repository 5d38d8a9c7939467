import type { Definition, WordedName } from './definition.ts'
import { customer, store } from './sample.ts'

const products = [
  {
    title: 'Enamel kettle, 1.5 l',
    imageUrl: 'https://shop.example.com/images/kettle.jpg',
    url: 'https://shop.example.com/kettle',
  },
  {
    title: 'Linen apron',
    imageUrl: 'https://shop.example.com/images/apron.jpg',
    url: 'https://shop.example.com/apron',
  },
]

export const sequenceMail: Definition<WordedName> = {
  name: 'sequence_mail',
  description: 'Sends an email of a sequence, with the text of its step.',
  category: 'sequences',
  layout: 'message',
  reason: 'customer',
  sample: {
    store,
    customer,
    order: { number: '1042', placedAt: '2026-11-07T09:30:00.000Z', total: '68.90', currency: 'EUR' },
    products,
    review: { title: 'Daily companion', body: 'Keeps tea hot for an hour.', rating: 5 },
    member: { tier: 'Gold', points: 480 },
    unsubscribeUrl: 'https://reviews.example.com/unsubscribe/sample',
    preferencesUrl: '',
  },
}
