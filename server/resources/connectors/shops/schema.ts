import { type Static, Type } from 'typebox'
import { platforms } from '#integrations/shops/shop.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const statuses = ['installing', 'active', 'paused', 'needs_reauth'] as const
export type Status = (typeof statuses)[number]
export const kinds = ['catalogue', 'orders'] as const
export type Kind = (typeof kinds)[number]
export const triggers = ['connect', 'repair', 'manual', 'nightly', 'settings'] as const
export type Trigger = (typeof triggers)[number]
export const syncStatuses = ['queued', 'running', 'completed', 'failed', 'held', 'cancelled'] as const
export type SyncStatus = (typeof syncStatuses)[number]

const Moment = Nullable(Type.String({ format: 'date-time' }))
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', 'x-expected': 'must hold more than spaces' })
const Secret = Type.String({ minLength: 1, maxLength: 4_000 })

const Source = (description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255, description })))

const IdentifiersInput = Type.Object(
  {
    gtin: Source('Where the GTIN is found; null for nowhere.'),
    mpn: Source("Where the manufacturer's part number is found."),
    brand: Source('Where the brand is found.'),
  },
  {
    title: 'ShopIdentifiersInput',
    description:
      "Looked up on the variant, then on the product: a native field's name, `meta:<key>`, `attribute:<name>`, or null. What is left out is as usual for the platform.",
  },
)

const Credentials = Type.Object(
  {
    clientId: Type.Optional(Secret),
    clientSecret: Type.Optional(Secret),
    accessToken: Type.Optional(Secret),
    consumerKey: Type.Optional(Secret),
    consumerSecret: Type.Optional(Secret),
    apiKey: Type.Optional(Secret),
    username: Type.Optional(Secret),
    password: Type.Optional(Secret),
    channelToken: Type.Optional(Secret),
  },
  {
    title: 'ShopCredentials',
    additionalProperties: false,
    description: 'What the platform asks for; see the guide of each. Kept sealed and never shown again.',
  },
)

export const NewShop = Type.Object(
  {
    platform: OneOf(platforms),
    address: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Of the shop: `acme.myshopify.com`, its URL, or its store hash. None for `custom`.',
      }),
    ),
    credentials: Type.Optional(Credentials),
    name: Type.Optional(Name),
    identifiers: Type.Optional(IdentifiersInput),
    backfillDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 365, default: 60, description: 'How far back orders are read.' }),
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
    paused: Type.Optional(Type.Boolean({ description: 'While paused, nothing is read.' })),
  },
  { title: 'ShopChanges' },
)
export type ShopChanges = Static<typeof ShopChanges>

export const ShopRepair = Type.Object({ credentials: Type.Optional(Credentials) }, { title: 'ShopRepair' })

const Warning = Type.Object(
  { code: Type.String(), message: Type.String(), platformId: Type.Optional(Type.String()) },
  { title: 'ShopSyncWarning' },
)

export const Sync = Type.Object(
  {
    id: Id,
    connectionId: Id,
    kind: OneOf(kinds),
    trigger: OneOf(triggers),
    status: OneOf(syncStatuses, {
      description: '`held`: more would be retired than is likely; the rest was written. Confirm it, or let it be.',
    }),
    progress: Type.Object({
      read: Type.Integer({ description: 'Products, or orders, that were read. It never falls.' }),
      total: Nullable(Type.Integer({ description: 'Null until known.' })),
    }),
    counts: Type.Object({
      created: Type.Integer(),
      updated: Type.Integer(),
      unchanged: Type.Integer(),
      retired: Type.Integer({ description: 'Variants.' }),
      returned: Type.Integer({ description: 'Variants.' }),
      categories: Type.Integer(),
      failed: Type.Integer(),
    }),
    wouldRetire: Nullable(Type.Integer({ description: 'Variants that a held run would retire.' })),
    warnings: Type.Array(Warning),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    attempts: Type.Integer({ description: 'Failures in a row.' }),
    pausedUntil: Moment,
    startedAt: Moment,
    finishedAt: Moment,
    createdAt: Instant,
  },
  { title: 'ShopSync' },
)
export type Sync = Static<typeof Sync>
export const SyncPage = page(Sync)
export const SyncQuery = pageQuery({})

export const Retirement = Type.Object(
  {
    id: Id,
    platformProductId: Type.String(),
    platformVariantId: Nullable(Type.String({ description: 'Null: the whole product.' })),
    title: Nullable(Type.String()),
    variants: Type.Integer({ description: 'How many variants this takes off sale.' }),
    state: OneOf(['found_missing', 'confirmed', 'retired', 'still_there'], {
      description: '`confirmed`: the shop says that it is gone. `still_there`: asked for by its id, the shop has it.',
    }),
    reason: OneOf(['product_gone', 'variant_gone'], { description: 'An open set.' }),
    createdAt: Instant,
  },
  { title: 'ShopRetirement' },
)
export const RetirementPage = page(Retirement)

const Identifiers = Type.Object({
  gtin: Nullable(Type.String()),
  mpn: Nullable(Type.String()),
  brand: Nullable(Type.String()),
})

const shop = {
  id: Id,
  platform: OneOf(platforms),
  name: Type.String(),
  address: Nullable(Type.String()),
  status: OneOf(statuses, {
    description: '`installing`: consent at the platform is awaited. `needs_reauth`: the shop refuses the credentials.',
  }),
  statusReason: Nullable(Type.String()),
  installUrl: Nullable(Type.String({ description: 'Where the merchant consents; good for ten minutes.' })),
  credentialLast4: Nullable(Type.String()),
  missingScopes: Type.Array(Type.String()),
  identifiers: Identifiers,
  backfillDays: Type.Integer(),
  webhooks: Type.Object({
    missing: Type.Array(Type.String()),
    lastReceivedAt: Moment,
    rejected: Type.Integer({ description: 'Those whose signature did not hold.' }),
  }),
  lastSync: Type.Unsafe<Sync | null>({ ...Sync, type: ['object', 'null'] }),
  nextSyncAt: Moment,
  createdAt: Instant,
  updatedAt: Instant,
}
export const Shop = Type.Object(shop, { title: 'ConnectedShop' })
export type Shop = Static<typeof Shop>
export const ShopPage = page(Shop)

export const CreatedShop = Type.Object(
  {
    ...shop,
    webhookSecret: Type.Optional(
      secretField(
        Type.String({ description: 'Medusa and Vendure: signs the webhooks that the shop sends. Shown once.' }),
      ),
    ),
  },
  { title: 'CreatedShop' },
)

export const TestResult = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), message: Type.String() })),
  },
  { title: 'ShopTestResult' },
)

export const PreviewBody = Type.Object(
  { identifiers: Type.Optional(IdentifiersInput) },
  { title: 'IdentifierPreviewRequest' },
)
export const Preview = Type.Object(
  {
    identifiers: Identifiers,
    products: Type.Array(
      Type.Object({
        platformProductId: Type.String(),
        title: Nullable(Type.String()),
        variants: Type.Array(
          Type.Object({
            platformVariantId: Type.String(),
            title: Nullable(Type.String()),
            sku: Nullable(Type.String()),
            ...Identifiers.properties,
          }),
        ),
      }),
    ),
  },
  { title: 'IdentifierPreview' },
)

export const bySync = Type.Object({ id: Id, syncId: Id })
