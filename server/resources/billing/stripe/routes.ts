import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { readEvent } from '#integrations/stripe/webhooks.ts'
import { operation } from '#platform/calls/operation.ts'
import { requireMediaType } from '#platform/http/receive/form.ts'
import { AppError } from '#platform/values/errors.ts'
import { receiveEvent } from './reports.ts'
import { requireSettings } from './session.ts'

const types = ['application/json'] as const

/** Stripe's events have a few kilobytes, and a fully expanded subscription has some tens of kilobytes. */
const maxBytes = 512 * 1024

export default [
  operation({
    id: 'billing.receive_stripe_event',
    http: 'POST /billing/webhooks/stripe',
    tenancy: 'public',
    access: { charges: 'nothing' },
    doc: {
      summary: 'Receive a Stripe event',
      description:
        'Called by Stripe if `BILLING=stripe`; `evident doctor` prints the address. We verify `Stripe-Signature` over the raw body. The time in the signature may differ from our clock by five minutes; `created` of the event may be five minutes ahead. An event is stored before the response, processed later, and counted once.',
    },
    input: { accepts: types },
    output: {
      body: Type.Object(
        {
          received: Type.Boolean({
            description: 'Whether the event is of a kind we process. Other kinds are ignored.',
          }),
        },
        { title: 'StripeReceipt' },
      ),
      errors: ['billing_unavailable', 'signature_invalid'],
    },
    async run({ request, services, db, now }) {
      const { upload } = request
      try {
        if (services.config.billing !== 'stripe')
          throw new AppError(409, 'billing_unavailable', 'Plans are not sold through Stripe here.')
        requireMediaType(upload, types, 'event')
        const body = await readAll(upload?.content)
        const signature = upload?.header?.('stripe-signature') ?? ''
        const { event, refusal } = await readEvent(requireSettings(services), { body, signature, now })
        if (!event) throw new AppError(400, 'signature_invalid', refusal)
        return { received: await receiveEvent(db, event) }
      } finally {
        // Reads the rest of the upload, so that the caller gets the response instead of a broken connection.
        upload?.content.resume()
      }
    },
  }),
]

async function readAll(raw: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of raw?.iterator({ destroyOnReturn: false }) ?? []) {
    length += chunk.length
    if (length > maxBytes)
      throw new AppError(413, 'payload_too_large', `An event may have at most ${maxBytes / 1024} kB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
