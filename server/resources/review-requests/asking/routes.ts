import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { askPeople, createParcelLink } from './commands.ts'
import { AskBody, AskQuery, AskResult, FormLink, maxPeople } from './schema.ts'

export default [
  operation({
    id: 'orders.ask_for_reviews',
    http: 'POST /orders/review-requests',
    tenancy: 'store',
    access: { session: true, role: 'ADMIN' },
    doc: {
      summary: 'Ask people for reviews',
      description: `Plans a review request for up to ${maxPeople} customers who bought these products. The orders need not come from your shop: each customer gets an order without amounts, with an id that begins \`ask-\`. This order earns no points, starts no sequence and proves no purchase.

Suppression, consent, quiet hours and frequency limits apply as to every request, now and when it is sent. Products that a customer has reviewed are left out. \`dryRun=true\` returns the same rows and plans nothing.`,
    },
    input: {
      query: AskQuery,
      body: withExample(AskBody, {
        people: [{ email: 'jane.doe@customer.example', name: 'Jane Doe' }],
        productIds: ['019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02'],
        consent: true,
      }),
    },
    output: { body: AskResult, errors: ['not_found'] },
    async run({ tx, query, body, services, audit }) {
      const isDryRun = query.dryRun ?? false
      const result = await askPeople(tx, services, body, { isDryRun })
      if (!isDryRun && result.planned > 0) {
        const { planned, sendAt } = result
        const target = { type: 'store', id: tx.storeEnvId }
        await audit(tx, 'review_request.asked', target, { people: planned, products: body.productIds.length, sendAt })
      }
      return result
    },
  }),
  operation({
    id: 'orders.create_review_link',
    http: 'POST /orders/:id/review-link',
    tenancy: 'store',
    access: { session: true, role: 'ADMIN' },
    doc: {
      summary: 'Get the review link of an order',
      description:
        'For a QR code on a parcel or a letter. It is the same link as in the review request emails of the order. Anyone with the link can write as the buyer, so print it only for this buyer. The audit log records the call. Returns 409 for a cancelled order.',
    },
    input: { params: byId },
    output: { body: FormLink, secret: true },
    async run({ tx, params, services, audit }) {
      const link = await createParcelLink(tx, services, params.id)
      await audit(tx, 'review_request.link_created', { type: 'order', id: params.id })
      return link
    },
  }),
]
