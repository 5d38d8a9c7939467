// No operation returns a credential, a secret or a link to an API key unless it is listed here with its reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { type Operation, operation } from '#platform/calls/operation.ts'
import { nameOf, operations, type Shape } from '#test/operations.ts'

const telling =
  /(^|[a-z])(secret|token|password|credential|signature|cookie|otp|nonce|private_?key)s?$|^(api_?)?key$|(accept|reset|invite|invitation|feed|preview|login|magic|sign_?in|confirm|unsubscribe|form)_?(url|link)$|^(link|html|text|headers|value)$/i

/**
 * Fields that an API key gets although they are named like a credential, each with its reason. The contract promises the
 * field, or the field gives no access.
 */
const reasoned: Record<string, string> = {
  'evidence.list_heads /data/*/cosignatures': 'public signatures, no secret',
  'analytics.requests /data/*/key': 'a day, a template or a provider',
  'outbound_webhooks.create /secret': 'the person who registers a receiver has to check what it receives',
  'connectors.connect_shop /webhookSecret': "the author of the shop's plugin signs with it",
  'evidence.get_policy /text': 'the rules that authors of reviews read',
  'evidence.update_policy /text': 'the same',
  'evidence.get_policy_version /text': 'the same',
  'galleries.create /leadForm/webhookSecret':
    'as for a webhook of the store: the person who names a receiver has to check what it receives',
  'galleries.update /leadForm/webhookSecret': 'the same',
  'email_sequences.list /data/*/steps/*/value': 'what a condition compares with',
  'email_sequences.create /steps/*/value': 'the same',
  'email_sequences.get /steps/*/value': 'the same',
  'email_sequences.update /steps/*/value': 'the same',
  'email_sequences.publish /steps/*/value': 'the same',
  'email_sequences.pause /steps/*/value': 'the same',
  'email_sequences.resume /steps/*/value': 'the same',
  'email_sequences.archive /steps/*/value': 'the same',
  'email_sequences.preview /html': 'made of sample data, or of an order without its address',
  'email_sequences.preview /text': 'the same',
  'email.preview_template /html': 'made of sample data; its links lead nowhere',
  'email.preview_template /text': 'the same',
  'email_branding.get /colors/text': 'a colour',
  'email_branding.get /colors/link': 'a colour',
  'email_branding.update /colors/text': 'a colour',
  'email_branding.update /colors/link': 'a colour',
  'loyalty.list_rewards /data/*/value': 'how much the reward is worth',
  'loyalty.create_reward /value': 'the same',
  'loyalty.get_reward /value': 'the same',
  'loyalty.update_reward /value': 'the same',
  'review_incentives.list /data/*/text': 'what every shopper reads: the words of the offer',
  'review_incentives.create /text': 'the same',
  'review_incentives.get /text': 'the same',
  'review_incentives.update /text': 'the same',
  'review_incentives.list /data/*/value': 'an object: what a code gives, not the code',
  'review_incentives.create /value': 'the same',
  'review_incentives.get /value': 'the same',
  'review_incentives.update /value': 'the same',
  'placements.preview /token':
    'shows one widget in a page that everybody may open, for a day; merchants put it into an address',
  'web_pages.create /blocks/*/text': 'what every visitor reads of the page',
  'web_pages.get /blocks/*/text': 'the same',
  'web_pages.update /blocks/*/text': 'the same',
  'web_pages.publish /blocks/*/text': 'the same',
  'web_pages.unpublish /blocks/*/text': 'the same',
  'web_pages.restore_version /blocks/*/text': 'the same',
  'web_pages.preview /html': 'the page itself',
  'reviews.list /data/*/attributes/*/value': 'what an author answered, such as a number from 1 to 5',
  'reviews.get /attributes/*/value': 'the same',
  'reviews.create /attributes/*/value': 'the same',
  'reviews.update /attributes/*/value': 'the same',
  'customers.get_activity /reviews/*/attributes/*/value': 'the same',
  'customers.export /reviews/*/attributes/*/value': 'the same',
  'reviews.list_reports /data/*/text': 'what a visitor wrote of a review',
  'reviews.test_translation /text': 'the translated sentence',
  'sending_domain.get /records/*/value': 'what anybody reads from the DNS',
  'sending_domain.create /records/*/value': 'the same',
  'sending_domain.verify /records/*/value': 'the same',
  'billing.create_client_token /clientToken': 'for owners, which no key can be',
  'sending_domain.update_settings /records/*/value': 'the same',
  'sending_domain.update /records/*/value': 'the same',
  'sending_domain.rotate /records/*/value': 'the same',
}

/** Paths that only a session may call, because their objects give access, even through a field with a harmless name. */
const sessionOnlyPaths = [
  /^(POST|PATCH|DELETE) \/account\/users/,
  /^\w+ \/account\/sessions/,
  /^\w+ \/account\/stores\/:id\/storefront-secret/,
  /^\w+ \/account\/audit-log/,
  /^\w+ \/api-keys/,
  /^\w+ \/email\/mailbox/,
]

function* listFields(schema: unknown, at = ''): Generator<string> {
  if (schema === null || typeof schema !== 'object' || 'x-session-only' in schema) return
  const shape = schema as Shape
  for (const [name, each] of Object.entries(shape.properties ?? {})) {
    if ('x-session-only' in each) continue
    yield `${at}/${name}`
    yield* listFields(each, `${at}/${name}`)
  }
  for (const each of [shape.items, shape.anyOf, shape.oneOf, shape.allOf].flat()) yield* listFields(each, `${at}/*`)
}

const isForKeys = (op: Operation) => !op.access.session && (op.tenancy === 'store' || op.tenancy === 'organization')

const listDoors = (op: Operation): string[] =>
  isForKeys(op)
    ? [...listFields(op.output.body)]
        .filter((path) => telling.test(path.split('/').at(-1) ?? ''))
        .map((path) => `${op.id} ${path}`)
    : []

test('an API key gets no credential, secret or link without a listed reason', () => {
  const found = operations.flatMap(listDoors)
  assert.deepEqual(
    found.filter((door) => !reasoned[door]),
    [],
  )
})

test('every reason names an existing field', () => {
  const found = operations.flatMap(listDoors)
  assert.deepEqual(
    Object.keys(reasoned).filter((door) => !found.includes(door)),
    [],
  )
})

test('only signed-in people manage people, keys, secrets and the mailbox', () => {
  for (const pattern of sessionOnlyPaths) {
    const covered = operations.filter((op) => pattern.test(nameOf(op)))
    assert.ok(covered.length > 0, String(pattern))
    for (const op of covered) assert.equal(op.access.session, true, nameOf(op))
  }
})

test('the check finds an operation that returns a field named like a credential or a link', () => {
  const make = (returns: ReturnType<typeof Type.Object>, access: { session?: true } = {}) =>
    operation({
      id: 'reviews.x',
      http: 'GET /reviews/x',
      tenancy: 'store',
      access,
      doc: { summary: 'X.' },
      output: { body: returns },
      run: () => undefined,
    })
  for (const name of ['secret', 'signingSecret', 'resetToken', 'acceptUrl', 'key', 'apiKey', 'formUrl', 'html'])
    assert.equal(
      listDoors(make(Type.Object({ list: Type.Array(Type.Object({ [name]: Type.String() })) }))).length,
      1,
      name,
    )
  assert.deepEqual(listDoors(make(Type.Object({ secret: Type.String() }), { session: true })), [])
})
