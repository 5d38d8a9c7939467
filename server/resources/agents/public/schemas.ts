// The served schemas. A published date never changes: schemas.test.ts pins the text of each.
import type { TSchema } from 'typebox'
import {
  ChecksAnswer,
  FaqsAnswer,
  IndexAnswer,
  idTypes,
  maxIds,
  maxReviews,
  RatingsAnswer,
  ReviewsAnswer,
  schemaDate,
  sorts,
} from '../answers/schema.ts'
import { tools } from './tools.ts'

const answers = {
  index: { title: 'Index', schema: IndexAnswer },
  ratings: { title: 'Ratings', schema: RatingsAnswer },
  reviews: { title: 'Reviews', schema: ReviewsAnswer },
  faqs: { title: 'FAQs', schema: FaqsAnswer },
  checks: { title: 'Checks', schema: ChecksAnswer },
} as const

export const schemaPrefix = '/agents/schemas/'

export const toSchemaUrl = (origin: string, file: string): string => `${origin}${schemaPrefix}${schemaDate}/${file}`

/** The guide for developers of shopping agents. */
export const specUrl = (origin: string): string => `${origin}/docs/shopping-agents`

export const listSchemaUrls = (origin: string) => ({
  index: toSchemaUrl(origin, 'index.json'),
  ratings: toSchemaUrl(origin, 'ratings.json'),
  reviews: toSchemaUrl(origin, 'reviews.json'),
  faqs: toSchemaUrl(origin, 'faqs.json'),
  checks: toSchemaUrl(origin, 'checks.json'),
  mcp: toSchemaUrl(origin, 'mcp.openrpc.json'),
  rest: toSchemaUrl(origin, 'rest.openapi.json'),
})

export const schemaFiles = [
  ...Object.keys(answers).map((name) => `${name}.json`),
  'mcp.openrpc.json',
  'rest.openapi.json',
] as const

/** Undefined for a file or date that was never published. */
export function buildSchemaFile(origin: string, date: string, file: string): object | undefined {
  if (date !== schemaDate) return undefined
  if (file === 'mcp.openrpc.json') return buildOpenRpc(origin)
  if (file === 'rest.openapi.json') return buildOpenApi(origin)
  const [, name] = /^(\w+)\.json$/.exec(file) ?? []
  if (name === undefined || !Object.hasOwn(answers, name)) return undefined
  const { schema } = answers[name as keyof typeof answers]
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: toSchemaUrl(origin, file), ...plain(schema) }
}

/** The schema as JSON, without the library's hidden marks. */
const plain = (schema: TSchema): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>

const info = (title: string) => ({
  title,
  version: schemaDate,
  description: 'Public ratings and reviews of one store, read-only.',
})

const buildOpenRpc = (origin: string) => ({
  openrpc: '1.3.2',
  info: info('Reviews for shopping agents: tools'),
  externalDocs: { url: specUrl(origin) },
  methods: tools.map(({ name, description, inputSchema, answer }) => ({
    name,
    description,
    paramStructure: 'by-name',
    params: Object.entries(inputSchema.properties).map(([param, schema]) => ({ name: param, required: false, schema })),
    result: { name: answer, schema: { $ref: toSchemaUrl(origin, `${answer}.json`) } },
  })),
})

const parameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
})

const idText = { type: 'string', minLength: 1, maxLength: 255 }
const idDescriptions: Record<(typeof idTypes)[number], string> = {
  gtin: 'GTIN with a valid check digit.',
  sku: 'SKU of a variant, exactly.',
  platformProductId: 'Id of the product in the shop, exactly.',
  platformVariantId: 'Id of the variant in the shop, exactly.',
}
const manyIds = idTypes.map((type) => ({
  ...parameter(type, `${idDescriptions[type]} Repeatable.`, { type: 'array', items: idText, maxItems: maxIds }),
  explode: true,
}))
const oneId = idTypes.map((type) => parameter(type, idDescriptions[type], idText))

function buildOpenApi(origin: string) {
  const read = (operationId: string, summary: string, file: string, parameters: object[] = []) => ({
    get: {
      ...{ operationId, summary, parameters },
      responses: {
        200: {
          description: 'The answer.',
          content: { 'application/json': { schema: { $ref: toSchemaUrl(origin, file) } } },
        },
        ...(parameters.length > 0 && { 400: { description: 'A parameter does not fit.' } }),
        404: { description: 'The store does not answer agents here.' },
        429: { description: 'More than 60 requests in 10 seconds. `Retry-After` says how long to wait.' },
      },
    },
  })
  return {
    openapi: '3.1.0',
    info: info('Reviews for shopping agents'),
    externalDocs: { url: specUrl(origin) },
    servers: [
      {
        url: `${origin}/agents/{storeEnvId}`,
        variables: { storeEnvId: { default: '00000000-0000-0000-0000-000000000000', description: 'Id of the store.' } },
      },
    ],
    paths: {
      '/': read('get_index', 'Get all addresses and checks', 'index.json'),
      '/ratings': read('get_ratings', 'Get ratings of products', 'ratings.json', manyIds),
      '/reviews': read('get_reviews', 'Get the beginnings of reviews', 'reviews.json', [
        ...oneId,
        parameter('rating', 'Stars, separated by commas.', { type: 'string' }),
        parameter('verified', 'Only reviews of proven buyers, or only others.', { type: 'boolean' }),
        parameter('locale', 'Language of the reviews.', { type: 'string' }),
        parameter('sort', 'Order.', { type: 'string', enum: [...sorts], default: sorts[0] }),
        parameter('limit', 'Maximum number of rows.', { type: 'integer', minimum: 1, maximum: maxReviews }),
        parameter('cursor', 'Value of `nextCursor` from the previous page.', { type: 'string' }),
      ]),
      '/faqs': read('get_faqs', 'Get questions and answers', 'faqs.json', [
        ...oneId,
        parameter('q', 'Part of the question or answer.', { type: 'string', maxLength: 255 }),
      ]),
    },
  }
}
