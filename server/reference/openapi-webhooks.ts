// Deliveries to registered receivers, as the top-level `webhooks` of the OpenAPI document.
import type { Json } from '#platform/values/json-schemas.ts'

/** A kind of event with the schema and an example of a delivery's body. */
export type WebhookDocument = { name: string; description: string; schema: unknown; example: unknown }

export const webhooksOf = (kinds: readonly WebhookDocument[], lift: (schema: unknown) => unknown): Json =>
  Object.fromEntries(
    kinds.map(({ name, description, schema, example }) => [
      name,
      {
        post: {
          operationId: `webhook.${name}`,
          tags: ['outbound-webhooks'],
          summary: `Sent to receivers of ${name}`,
          description: `${description}\n\nAt least once: drop what comes again by \`event\` and \`data.id\`. Verify one of the signatures over the raw body before you read it.`,
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: lift(schema), example } } },
          responses: {
            '2XX': { description: 'Taken. The body of the answer is not looked at.' },
            410: { description: 'Disables the webhook.' },
            default: { description: 'Anything else, or no answer within 10 seconds, is tried again for 28 hours.' },
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
  header('webhook-id', 'The `event_id`, which identifies this event.', '019a9f60-4c1d-7e2f-8a3b-b1c2d3e4f50a'),
  header('webhook-timestamp', 'Send time in Unix seconds. Refuse deliveries older than 300 seconds.', '1793700000'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<raw body>`, keyed with the decoded secret: Standard Webhooks.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'x-service-signature-v2',
    '`t=<Unix seconds>,v1=<hex>`: the HMAC-SHA256 of `<t>.<raw body>`, keyed with the secret as it is written.',
    `t=1793700000,v1=${digest}`,
  ),
  header('x-service-signature', 'The hex HMAC-SHA256 of the raw body. Sent until 15 January 2027.', digest, {
    required: false,
    deprecated: true,
  }),
  header('x-service-event', 'The kind of event.', 'review.created'),
  header('x-service-delivery', 'Id of this delivery, the same for every attempt.', '019a9f60-4c1d-7e2f-8a3b'),
  header('user-agent', 'Who sends it.', 'Evident-Webhooks/1'),
]
