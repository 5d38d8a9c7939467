import { type Static, Type } from 'typebox'
import { described, Id, OneOf, secretField } from '#platform/values/wire.ts'

export const pluginPlatforms = ['medusa', 'vendure'] as const
export type PluginPlatform = (typeof pluginPlatforms)[number]

const Page = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    "Origin of the shop's pages, one of the store's origins. The plugin sends it as `Origin` when it reads the storefront API.",
  examples: ['https://acme.example'],
})
const Reply = Type.Boolean({
  description: 'Whether staff may answer reviews in the admin of the shop. The key may then write reviews.',
})

export const NewConnectionString = Type.Object(
  {
    platform: OneOf(pluginPlatforms, { description: 'Platform of the shop.' }),
    page: Page,
    reply: Type.Optional(Type.Unsafe<boolean>({ ...Reply, default: false })),
  },
  { title: 'NewConnectionString' },
)
export type NewConnectionString = Static<typeof NewConnectionString>

export const NextConnectionString = Type.Object(
  {
    endOld: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether old connection strings stop working immediately. Otherwise they work for 24 more hours.',
      }),
    ),
    page: Type.Optional(Page),
    reply: Type.Optional(Reply),
  },
  { title: 'NextConnectionString' },
)
export type NextConnectionString = Static<typeof NextConnectionString>

export const ConnectionString = Type.Object(
  {
    id: described(Id, 'Id of the shop connection.'),
    connectionString: secretField(
      Type.String({
        description: 'Connection string for the setting `EVIDENT_CONNECTION`. We show it only in this response.',
        examples: ['evc1_…'],
      }),
    ),
  },
  { title: 'ConnectionString' },
)

const Short = Type.String({ minLength: 1, maxLength: 40 })

/** Messages of the plugin, as in the webhook's body. */
export const Hello = Type.Object({
  version: Type.Optional(Short),
  shopVersion: Type.Optional(Short),
  callback: Type.String({ minLength: 1, maxLength: 2_048 }),
})
export const HandOver = Type.Object({
  address: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  credentials: Type.Record(Type.String({ maxLength: 40 }), Type.String({ minLength: 1, maxLength: 4_000 }), {
    maxProperties: 10,
  }),
})
export type HelloMessage = Static<typeof Hello>
export type HandOverMessage = Static<typeof HandOver>
export type Credentials = HandOverMessage['credentials']
