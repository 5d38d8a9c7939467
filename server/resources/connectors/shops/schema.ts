import { type Static, Type } from 'typebox'
import { platforms } from '#integrations/shops/shop.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, notBlank, OneOf, secretField, withExample } from '#platform/values/wire.ts'

export const statuses = ['installing', 'active', 'paused', 'needs_reauth'] as const
export type Status = (typeof statuses)[number]
export const kinds = ['catalogue', 'orders'] as const
export type Kind = (typeof kinds)[number]
export const triggers = ['connect', 'repair', 'manual', 'nightly', 'settings'] as const
export type Trigger = (typeof triggers)[number]
export const syncStatuses = ['queued', 'running', 'completed', 'failed', 'held', 'cancelled'] as const
export type SyncStatus = (typeof syncStatuses)[number]

const Moment = Nullable(Type.String({ format: 'date-time' }))
const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  ...notBlank,
  description: 'Name of the shop connection.',
  examples: ['Acme Shop'],
})
const Secret = Type.String({ minLength: 1, maxLength: 4_000 })

const Source = (description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, description })))

const IdentifiersInput = Type.Object(
  {
    gtin: withExample(Source('Field that holds the GTIN. With null, no GTIN is read.'), 'barcode'),
    mpn: withExample(
      Source('Field that holds the manufacturer part number. With null, none is read.'),
      'meta:custom.mpn',
    ),
    brand: withExample(Source('Field that holds the brand. With null, no brand is read.'), 'vendor'),
    group: withExample(
      Source(
        'Field that groups products: on the product, or else on its first variant with this field. With null, no group is read.',
      ),
      'meta:custom.group',
    ),
  },
  {
    title: 'ShopIdentifiersInput',
    description:
      'Field of the shop, on the variant or else the product: a native field, `meta:<key>`, `attribute:<name>`, or null. Default: the usual field of the platform.',
  },
)

const Credentials = Type.Object(
  {
    clientId: Type.Optional(described(Secret, 'Client id of the app.', '0123456789abcdef0123456789abcdef')),
    clientSecret: Type.Optional(
      described(Secret, 'Client secret of the app.', 'shpss_0123456789abcdef0123456789abcdef'),
    ),
    accessToken: Type.Optional(described(Secret, 'Access token of the app.', 'shpat_0123456789abcdef0123456789abcdef')),
    consumerKey: Type.Optional(
      described(Secret, 'Consumer key made by the shop.', 'ck_0123456789abcdef0123456789abcdef01234567'),
    ),
    consumerSecret: Type.Optional(
      described(Secret, 'Consumer secret made by the shop.', 'cs_0123456789abcdef0123456789abcdef01234567'),
    ),
    apiKey: Type.Optional(described(Secret, 'Secret API key.', 'sk_0123456789abcdef0123456789abcdef01')),
    username: Type.Optional(described(Secret, 'User name to sign in with.', 'evident')),
    password: Type.Optional(described(Secret, 'Password of the account at the shop.', 'seven-blue-kettles')),
    channelToken: Type.Optional(described(Secret, 'Token of the channel to read.', 'default-channel')),
  },
  {
    title: 'ShopCredentials',
    additionalProperties: false,
    description: 'Credentials of the platform, as its guide explains. We store them encrypted and never return them.',
  },
)

export const NewShop = Type.Object(
  {
    platform: OneOf(platforms, { description: 'Platform of the shop.' }),
    address: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Address of the shop: `acme.myshopify.com`, its URL, or its store hash. Omit it for `custom`.',
        examples: ['acme.myshopify.com'],
      }),
    ),
    credentials: Type.Optional(Credentials),
    name: Type.Optional(Name),
    identifiers: Type.Optional(IdentifiersInput),
    backfillDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 365, default: 60, description: 'Days of past orders to import.' }),
    ),
  },
  { title: 'NewShop' },
)
export type NewShop = Static<typeof NewShop>

export const ShopChanges = Type.Object(
  {
    name: Type.Optional(Name),
    credentials: Type.Optional(Credentials),
    identifiers: Type.Optional(IdentifiersInput),
    paused: Type.Optional(
      Type.Boolean({ description: 'Whether the connection is paused. A paused shop is not read.' }),
    ),
  },
  { title: 'ShopChanges' },
)
export type ShopChanges = Static<typeof ShopChanges>

export const ShopRepair = Type.Object({ credentials: Type.Optional(Credentials) }, { title: 'ShopRepair' })

const Warning = Type.Object(
  {
    code: Type.String({ description: 'Warning code, for programs. More codes may follow.', examples: ['left_out'] }),
    message: Type.String({
      description: 'Explanation for people. Programs read the code.',
      examples: ['A product was skipped: its id is empty or too long.'],
    }),
    platformId: Type.Optional(Type.String({ description: 'Id of the object on the platform.', examples: ['8021334'] })),
  },
  { title: 'ShopSyncWarning' },
)

export const Sync = Type.Object(
  {
    id: described(Id, 'Id of the sync.'),
    connectionId: described(Id, 'Id of the shop connection.'),
    kind: OneOf(kinds, { description: 'Kind of the sync: products and categories, or orders.' }),
    trigger: OneOf(triggers, { description: 'Trigger of the sync.' }),
    status: OneOf(syncStatuses, {
      description:
        'State of the sync. `held`: it would retire unusually many variants, and waits for confirmation or cancellation. All other data was written.',
    }),
    progress: Type.Object(
      {
        read: Type.Integer({ description: 'Number of products or orders read so far. It never decreases.' }),
        total: Nullable(Type.Integer({ description: 'Total number of products or orders. Null until known.' })),
      },
      { description: 'Progress of the sync.' },
    ),
    counts: Type.Object(
      {
        created: Type.Integer({ description: 'Number of products or orders created.' }),
        updated: Type.Integer({ description: 'Number of products or orders changed.' }),
        unchanged: Type.Integer({ description: 'Number of products or orders unchanged.' }),
        retired: Type.Integer({ description: 'Number of variants retired.' }),
        returned: Type.Integer({ description: 'Number of variants back on sale.' }),
        categories: Type.Integer({ description: 'Number of categories read.' }),
        failed: Type.Integer({ description: 'Number of products or orders that failed.' }),
      },
      { description: 'Number of products or orders by result.' },
    ),
    wouldRetire: Nullable(
      Type.Integer({
        description: 'Number of variants that would be retired, in the state `held`. Null in other states.',
      }),
    ),
    warnings: Type.Array(Warning, { description: 'Warnings about data that was left out.' }),
    error: Nullable(
      Type.Object(
        {
          code: Type.String({
            description: 'Error code, for programs. More codes may follow.',
            examples: ['shop_failed'],
          }),
          message: Type.String({
            description: 'Explanation for people. Programs read the code.',
            examples: ['Shopify returned the status 502.'],
          }),
        },
        { description: 'Code and message of the failure. Null without a failure.' },
      ),
    ),
    attempts: Type.Integer({ description: 'Number of consecutive failures.' }),
    pausedUntil: described(Moment, 'Time the sync resumes. Null unless it waits.'),
    startedAt: described(Moment, 'Time the sync started. Null while queued.'),
    finishedAt: described(Moment, 'Time the sync ended. Null while it is in progress.'),
    createdAt: described(Instant, 'Time the sync was created.'),
  },
  { title: 'ShopSync' },
)
export type Sync = Static<typeof Sync>
export const SyncPage = page(Sync)
export const SyncQuery = pageQuery({})

export const Retirement = Type.Object(
  {
    id: described(Id, 'Id of the retirement.'),
    platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
    platformVariantId: Nullable(
      Type.String({
        description: 'Id of the variant in the shop. Null for the whole product.',
        examples: ['mug-01-blue'],
      }),
    ),
    title: Nullable(
      Type.String({ description: 'Title of the product or variant. Null if unknown.', examples: ['Stoneware mug'] }),
    ),
    variants: Type.Integer({ description: 'Number of variants that go off sale.' }),
    state: OneOf(['found_missing', 'confirmed', 'retired', 'still_there'], {
      description:
        'State of the retirement. `confirmed`: the shop says that the product or variant is gone. `still_there`: the shop still has it.',
    }),
    reason: OneOf(['product_gone', 'variant_gone'], {
      description: 'Reason for the retirement. More reasons may follow.',
    }),
    createdAt: described(Instant, 'Time the retirement was created.'),
  },
  { title: 'ShopRetirement' },
)
export const RetirementPage = page(Retirement)

const Identifiers = Type.Object({
  gtin: Nullable(
    Type.String({
      description: 'Field that holds the GTIN of a variant. Null if it is not read.',
      examples: ['barcode'],
    }),
  ),
  mpn: Nullable(
    Type.String({
      description: 'Field that holds the manufacturer part number. Null if it is not read.',
      examples: ['meta:custom.mpn'],
    }),
  ),
  brand: Nullable(
    Type.String({
      description: 'Field that holds the brand of a variant. Null if it is not read.',
      examples: ['vendor'],
    }),
  ),
})

const Sources = Type.Object({
  ...Identifiers.properties,
  group: Nullable(
    Type.String({
      description: 'Field that groups products. Null if it is not read.',
      examples: ['meta:custom.group'],
    }),
  ),
})

const shop = {
  id: described(Id, 'Id of the shop connection, a UUIDv7.'),
  platform: OneOf(platforms, { description: 'Platform of the shop.' }),
  name: Type.String({ description: 'Name of the shop connection.', examples: ['Acme Shop'] }),
  address: Nullable(
    Type.String({
      description: 'Address of the shop at its platform. Null for custom shops.',
      examples: ['acme.myshopify.com'],
    }),
  ),
  status: OneOf(statuses, {
    description:
      'State of the connection. `installing`: awaits consent at the platform, or **Connect** in the plugin. `needs_reauth`: the shop refuses the credentials.',
  }),
  statusReason: Nullable(
    Type.String({
      description: 'Reason for `needs_reauth` in a sentence. Null in other states.',
      examples: ['The key was refused.'],
    }),
  ),
  installUrl: Nullable(
    Type.String({
      description: 'Address where the merchant gives consent, valid for ten minutes. Null otherwise.',
      examples: [null],
    }),
  ),
  credentialLast4: Nullable(
    Type.String({ description: 'Last four characters of the credential. Null without one.', examples: ['4567'] }),
  ),
  missingScopes: Type.Array(Type.String(), { description: 'Required scopes that the shop has not granted.' }),
  identifiers: described(
    Sources,
    'Fields of the shop that hold GTIN, MPN and brand of a variant, and the group of a product.',
  ),
  backfillDays: Type.Integer({ description: 'Days of past orders that are imported once.' }),
  webhooks: Type.Object(
    {
      missing: Type.Array(Type.String(), { description: 'Webhook topics that the shop does not send.' }),
      lastReceivedAt: described(Moment, 'Time we last received a webhook. Null if never.'),
      rejected: Type.Integer({ description: 'Number of webhooks with an invalid signature.' }),
    },
    { description: "State of the shop's webhooks." },
  ),
  plugin: described(
    Nullable(
      Type.Object({
        version: Nullable(
          Type.String({ description: 'Version of the plugin. Null before its first start.', examples: ['1.0.0'] }),
        ),
        shopVersion: Nullable(
          Type.String({
            description: 'Version of the platform, as the plugin reports it. Null if unknown.',
            examples: ['2.21.2'],
          }),
        ),
        page: Type.String({ description: "Origin of the shop's pages.", examples: ['https://acme.example'] }),
        reply: Type.Boolean({ description: 'Whether staff may answer reviews in the admin of the shop.' }),
        lastSeenAt: described(Moment, 'Time the plugin last started. Null before its first start.'),
        stringCreatedAt: described(Instant, 'Time the current connection string was created.'),
      }),
    ),
    'Plugin in the shop. Null without a connection string.',
  ),
  lastSync: Type.Unsafe<Sync | null>({
    ...Sync,
    type: ['object', 'null'],
    description: 'Latest sync of the catalogue. Null before the first.',
  }),
  nextSyncAt: described(Moment, 'Time of the next scheduled sync. Null without one.'),
  createdAt: described(Instant, 'Time the shop connection was created.'),
  updatedAt: described(Instant, 'Time the shop connection was last changed.'),
}
export const Shop = Type.Object(shop, { title: 'ConnectedShop' })
export type Shop = Static<typeof Shop>
export const ShopPage = page(Shop)

export const CreatedShop = Type.Object(
  {
    ...shop,
    webhookSecret: Type.Optional(
      secretField(
        Type.String({
          description: 'Secret that signs the webhooks of a Medusa or Vendure shop. We show it only in this response.',
          examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
        }),
      ),
    ),
  },
  { title: 'CreatedShop' },
)

export const TestResult = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether all checks passed.' }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the check.', examples: ['installation'] }),
        ok: Type.Boolean({ description: 'Whether this check passed.' }),
        message: Type.String({
          description: 'Result of the check, for people.',
          examples: ['You consent to the connection on the platform.'],
        }),
      }),
      { description: 'Checks and their results.' },
    ),
  },
  { title: 'ShopTestResult' },
)

export const PreviewBody = Type.Object(
  { identifiers: Type.Optional(IdentifiersInput) },
  { title: 'IdentifierPreviewRequest' },
)
export const Preview = Type.Object(
  {
    identifiers: described(Sources, 'Fields of the shop to read GTIN, MPN, brand and group from.'),
    products: Type.Array(
      Type.Object({
        platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
        title: Nullable(
          Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
        ),
        groupKey: Nullable(
          Type.String({ description: 'Key that groups the product. Null if none is read.', examples: ['mug'] }),
        ),
        variants: Type.Array(
          Type.Object({
            platformVariantId: Type.String({
              description: 'Id of the variant in the shop.',
              examples: ['mug-01-blue'],
            }),
            title: Nullable(Type.String({ description: 'Title of the variant. Null if unknown.', examples: ['Blue'] })),
            sku: Nullable(
              Type.String({ description: 'Stock keeping unit of the variant. Null if unknown.', examples: ['MUG-01'] }),
            ),
            ...Identifiers.properties,
          }),
          { description: 'Identifiers found for each variant.' },
        ),
      }),
      { description: 'Products of the sample, with the identifiers we would read.' },
    ),
  },
  { title: 'IdentifierPreview' },
)

export const bySync = Type.Object({
  id: described(Id, 'Id of the shop connection.'),
  syncId: described(Id, 'Id of the sync.'),
})
