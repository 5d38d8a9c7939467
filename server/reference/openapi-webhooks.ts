import type { Json } from '#platform/values/json-schemas.ts'

export type WebhookDocument = { name: string; description: string; schema: unknown; example: unknown }

export const buildWebhooks = (kinds: readonly WebhookDocument[], lift: (schema: unknown) => unknown): Json =>
  Object.fromEntries(
    kinds.map(({ name, description, schema, example }) => [
      name,
      {
        post: {
          operationId: `webhook.${name}`,
          tags: ['outbound-webhooks'],
          summary: `Event ${name}`,
          description: `${description}

Deliveries can repeat: ignore a repeat of the same \`event\` and \`data.id\`. Verify a signature over the raw body before parsing it.`,
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: lift(schema), example } } },
          responses: {
            '2XX': { description: 'Accepted. We ignore the response body.' },
            410: { description: 'Turns the webhook off.' },
            default: { description: 'Any other status, or no response within 10 seconds, is retried for 28 hours.' },
          },
        },
      },
    ]),
  )

const header = (name: string, description: string, example: string, more: Json = {}): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
  ...more,
})

const digest = '5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'

const headers: Json[] = [
  header('webhook-id', 'Id of the event, equal to `event_id`.', '019a9f60-4c1d-7e2f-8a3b-b1c2d3e4f50a'),
  header(
    'webhook-timestamp',
    'Time of the delivery, in Unix seconds. Refuse deliveries older than 300 seconds.',
    '1793700000',
  ),
  header(
    'webhook-signature',
    'Signature of Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<raw body>`, with the decoded secret as key.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'x-service-signature-v2',
    'Signature `t=<Unix seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw body>`, with the whole secret as key.',
    `t=1793700000,v1=${digest}`,
  ),
  header('x-service-signature', 'Hex HMAC-SHA256 of the raw body. Sent until 15 January 2027.', digest, {
    required: false,
    deprecated: true,
  }),
  header('x-service-event', 'Kind of the event.', 'review.created'),
  header(
    'x-service-delivery',
    'Id of the delivery, the same for all attempts.',
    'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  ),
  header('user-agent', 'Name and version of the sender.', 'Evident-Webhooks/1'),
]
