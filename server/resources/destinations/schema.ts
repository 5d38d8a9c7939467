import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const kinds = [
  'google_product',
  'shopify_rating',
  'shopify_reviews',
  'vendure_rating',
  'medusa_rating',
  'woocommerce_rating',
  'meta_csv',
] as const
export type Kind = (typeof kinds)[number]

export const statuses = ['active', 'paused', 'needs_reauth', 'blocked', 'removing'] as const
export type Status = (typeof statuses)[number]

export const states = ['queued', 'accepted', 'live', 'refused', 'removed'] as const
export type State = (typeof states)[number]

export const operations = ['put', 'remove'] as const
export type DueOperation = (typeof operations)[number]

const kindText =
  'Kind of destination. `google_product` and `shopify_reviews` show reviews, the `…_rating` kinds show ratings in the connected shop, and `meta_csv` is a file that Meta fetches.'
const stateText =
  'State at the destination. `queued`: not sent yet. `accepted`: sent, not yet confirmed. `live`: shown. `refused`: declined by the destination. `removed`: no longer at the destination.'
const operationText =
  'Call to the destination that is due: `put` writes the item, `remove` removes it. Null if none is due.'
const reasonText =
  "Code of the destination's refusal, of the reason why a call waits, or of a hint such as `no_customer` on a sent item. Null if there is none."
const messageText = 'Explanation of `reason` in a sentence. Null if there is none.'

const keyFileText = (description: string, example: string, maxLength = 500) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }))

/** The fields of Google's key files. We store `client_email` and `private_key` only. */
const KeyFile = Type.Object({
  type: keyFileText('Kind of key file.', 'service_account'),
  project_id: keyFileText('Project of the service account.', 'acme-reviews'),
  private_key_id: keyFileText('Id of the key.', '3f1c9a'),
  private_key: keyFileText('The private key in PEM.', '-----BEGIN PRIVATE KEY-----…', 10_000),
  client_email: keyFileText(
    'Address of the service account, which Google assigns.',
    'reviews@acme-reviews.iam.gserviceaccount.com',
  ),
  client_id: keyFileText('Number of the service account.', '104512345678901234567'),
  auth_uri: keyFileText("Address of Google's consent page.", 'https://accounts.google.com/o/oauth2/auth'),
  token_uri: keyFileText('Address that issues tokens.', 'https://oauth2.googleapis.com/token'),
  auth_provider_x509_cert_url: keyFileText(
    "Address of Google's certificates.",
    'https://www.googleapis.com/oauth2/v1/certs',
  ),
  client_x509_cert_url: keyFileText(
    'Address of the certificates of the service account.',
    'https://www.googleapis.com/robot/v1/metadata/x509/reviews',
  ),
  universe_domain: keyFileText("Domain of Google's services.", 'googleapis.com'),
})

const Credentials = Type.Object(
  {
    accountId: Type.String({
      pattern: '^[0-9]{1,20}$',
      maxLength: 20,
      'x-expected': 'must be the number of a Merchant Center account',
      description: 'Number of the Merchant Center account.',
      examples: ['123456789'],
    }),
    serviceAccount: Type.Union([Type.String({ minLength: 1, maxLength: 20_000 }), KeyFile], {
      description:
        'Key file of a service account of the Merchant Center account, as JSON or as text. We store it encrypted and never return it.',
      examples: ['{"client_email": "…", "private_key": "…"}'],
    }),
  },
  { description: 'Credentials of `google_product`. All other kinds use the connected shop or none.' },
)
export type GoogleCredentials = Static<typeof Credentials>

export const NewDestination = Type.Object(
  { kind: OneOf(kinds, { description: kindText }), credentials: Type.Optional(Credentials) },
  { title: 'NewDestination' },
)
export type NewDestination = Static<typeof NewDestination>

export const DestinationChanges = Type.Object(
  { credentials: Type.Optional(Credentials) },
  { title: 'DestinationChanges' },
)
export type DestinationChanges = Static<typeof DestinationChanges>

const count = (description: string) => Type.Integer({ description, examples: [12] })

export const Comparison = Type.Object(
  {
    at: described(Instant, 'Time the comparison ended.'),
    checked: count('Number of reviews or products compared.'),
    missing: count('Number of items that were missing at the destination. They are sent again.'),
    extra: count('Number of items that should not be at the destination. They are removed.'),
    changed: count('Number of items that differed. They are sent again.'),
  },
  { title: 'DestinationComparison', description: 'Last comparison with the destination.' },
)
export type Comparison = Static<typeof Comparison>

export const warningCodes = ['feed_enabled', 'reinstall'] as const

export const Destination = Type.Object(
  {
    id: described(Id, 'Id of the destination, a UUIDv7.'),
    kind: OneOf(kinds, { description: kindText }),
    status: OneOf(statuses, {
      description:
        'State of the destination. `needs_reauth`: the credentials were refused. `blocked`: something must be changed at the destination first, see `statusReason`. `removing`: everything is being removed at the destination. Removals continue in every state.',
    }),
    statusReason: Nullable(
      Type.String({
        description:
          'Reason for the status, such as `credentials_refused`, `fields_missing`, `permission_missing` or `account_not_allowed`. New reasons may be added. Null if there is none.',
        examples: ['fields_missing'],
      }),
    ),
    warnings: Type.Array(
      Type.Object({
        code: Type.String({
          description: 'Code of the warning, `feed_enabled` or `reinstall`.',
          examples: ['feed_enabled'],
        }),
        message: Type.String({ description: 'Action that ends the warning.', examples: ['Disable the review feed.'] }),
      }),
      { description: 'Warnings about settings that work but should be changed.' },
    ),
    account: Nullable(
      Type.String({ description: 'Account at Google. Null for all other kinds.', examples: ['123456789'] }),
    ),
    url: Nullable(
      secretField(
        Type.String({
          description:
            'Private address of the file, for `meta_csv`. Everyone with this address can read the file. Null for all other kinds, and for callers below Admin.',
          examples: ['https://reviews.acme.example/feeds/….csv'],
        }),
      ),
    ),
    counts: Type.Object(
      {
        queued: count('Number of items that wait to be sent for the first time.'),
        accepted: count('Number of items that were sent and not yet seen at the destination.'),
        live: count('Number of items that the destination shows.'),
        refused: count('Number of items that the destination declined.'),
        removing: count('Number of items whose removal is due.'),
      },
      { description: 'Number of reviews or products by state.' },
    ),
    pausedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Time before which we send nothing, because the destination asked us to wait or failed. Null without a pause.',
      }),
    ),
    lastFetchedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time of the last complete fetch of the file. Null if never, and for kinds that we send to.',
      }),
    ),
    lastReconciliation: Nullable(Comparison),
    createdAt: described(Instant, 'Time the destination was created.'),
    updatedAt: described(Instant, 'Time the destination was last changed.'),
  },
  { title: 'Destination' },
)
export type Destination = Static<typeof Destination>

export const DestinationQuery = pageQuery({})
export const DestinationPage = page(Destination)

export const Removal = Type.Object({
  keep: Type.Optional(
    Type.Boolean({
      description: 'Whether our items stay at the destination. If so, the destination is deleted here immediately.',
    }),
  ),
})

export const TestResult = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether all checks passed.' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the check.', examples: ['write'] }),
        ok: Type.Boolean({ description: 'Whether the check passed.' }),
        message: Type.String({ description: 'Result of the check.', examples: ['Ratings can be written.'] }),
      }),
      { description: 'Checks that ran.' },
    ),
  },
  { title: 'DestinationTest' },
)

const itemFields = {
  state: Nullable(
    OneOf(states, { description: `${stateText} Null if the item never was at the destination and is not due.` }),
  ),
  operation: Nullable(OneOf(operations, { description: operationText })),
  reason: Nullable(Type.String({ description: reasonText, examples: ['no_live_sku'] })),
  message: Nullable(Type.String({ description: messageText, examples: ['Google refused this review.'] })),
  externalId: Nullable(
    Type.String({
      description: 'Id at the destination. Null before the first call.',
      examples: ['gid://shopify/Product/1'],
    }),
  ),
  sentAt: Nullable(Type.String({ format: 'date-time', description: 'Time of the last call. Null before the first.' })),
  confirmedAt: Nullable(
    Type.String({ format: 'date-time', description: 'Time the item was last seen at the destination. Null if never.' }),
  ),
}

export const Item = Type.Object(
  {
    id: described(Id, 'Id of the item.'),
    destinationId: described(Id, 'Id of the destination.'),
    reviewId: Nullable(described(Id, 'Id of the review. Null for ratings.')),
    productId: Nullable(described(Id, 'Id of the product.')),
    ...itemFields,
    createdAt: described(Instant, 'Time the item was created.'),
    updatedAt: described(Instant, 'Time the item was last changed.'),
  },
  { title: 'DestinationItem' },
)
export type Item = Static<typeof Item>

export const ItemQuery = pageQuery({
  state: Type.Optional(AnyOf(states, { description: 'Filter: items in these states.' })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only items with this reason.' })),
  reviewId: Type.Optional(described(Id, 'Only the item of this review. For ratings, the item of its product.')),
  productId: Type.Optional(described(Id, 'Only items of this product.')),
})
export type ItemQuery = Static<typeof ItemQuery>
export const ItemPage = page(Item)

export const byItem = Type.Object({
  id: described(Id, 'Id of the destination.'),
  itemId: described(Id, 'Id of the item.'),
})

export const ReviewDestinations = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          destinationId: described(Id, 'Id of the destination.'),
          kind: OneOf(kinds, { description: kindText }),
          itemId: Nullable(described(Id, 'Id of the item. Null if there is none.')),
          eligible: Type.Boolean({ description: 'Whether the review may be shown at the destination.' }),
          reasons: Type.Array(Type.String({ examples: ['no_live_sku'] }), {
            description:
              'Reasons why the review is not shown at the destination: `not_approved`, `declared`, `shared`, `other_subject`, `no_text`, `no_live_sku`, `no_product_url`, `no_shop_product`, `imported`, `rewarded`. New reasons may be added. Empty if eligible.',
          }),
          ...itemFields,
        },
        { title: 'ReviewDestination' },
      ),
      { description: "The store's destinations. For ratings, state and times are those of the product." },
    ),
  },
  { title: 'ReviewDestinations' },
)
export type ReviewDestination = Static<typeof ReviewDestinations>['data'][number]
