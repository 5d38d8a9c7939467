// Generates the API details that the apps of automation tools need, from the reference document.
import { deliveryContract } from '#resources/outbound-webhooks/examples.ts'

type Json = Record<string, unknown>
type Described = {
  operationId: string
  summary: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, Json> } }
type Input = { name: string; in: 'path' | 'query' | 'body'; required: boolean; schema: Json }

export const usedByZapier = [
  'account.list_stores',
  'events.list',
  'orders.list',
  'orders.upsert',
  'outbound_webhooks.create',
  'outbound_webhooks.delete',
  'products.list',
  'products.upsert',
  'reviews.list',
  'reviews.update',
]

export const usedByN8n = [
  'orders.upsert',
  'outbound_webhooks.create',
  'outbound_webhooks.delete',
  'outbound_webhooks.list',
  'products.upsert',
  'reviews.get',
  'reviews.list',
  'reviews.summarize',
  'reviews.update',
]

export function automationContract(
  document: Document,
  kinds: Parameters<typeof deliveryContract>[0],
  used: readonly string[],
) {
  const { schemas } = document.components
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  )
  const operations = used.map((id) => {
    const one = found.find(({ described }) => described.operationId === id)
    if (!one) throw new Error(`The automation app uses ${id}, which is not an operation.`)
    return [id, buildContract(one, schemas)]
  })
  const logged = new Set(kinds.filter((kind) => kind.logged).map(({ name }) => name))
  const events = deliveryContract(kinds).map(({ name, description, example }) => ({
    ...{ name, description, logged: logged.has(name), example },
  }))
  return { operations: Object.fromEntries(operations) as Record<string, ReturnType<typeof buildContract>>, events }
}

/** Files of the n8n node: its table of operations, and a schema of each result, which n8n shows before the first run. */
export function n8nFiles(document: Document, kinds: Parameters<typeof deliveryContract>[0]): Record<string, unknown> {
  const { operations, events } = automationContract(document, kinds, usedByN8n)
  const sampleOf = (id: string) => operations[id]?.sample as Json
  const [firstReview] = sampleOf('reviews.list').data as Json[]
  const results: Record<string, unknown> = {
    'Evident/__schema__/v1.0.0/order/push.json': sampleOf('orders.upsert'),
    'Evident/__schema__/v1.0.0/product/push.json': sampleOf('products.upsert'),
    'Evident/__schema__/v1.0.0/review/approve.json': sampleOf('reviews.update'),
    'Evident/__schema__/v1.0.0/review/get.json': sampleOf('reviews.get'),
    'Evident/__schema__/v1.0.0/review/getAll.json': firstReview,
    'Evident/__schema__/v1.0.0/review/getSummary.json': sampleOf('reviews.summarize'),
    'Evident/__schema__/v1.0.0/review/reply.json': sampleOf('reviews.update'),
    'EvidentTrigger/__schema__/v1.0.0.json': events.find(({ name }) => name === 'review.approved')?.example,
  }
  return {
    'operations.json': {
      operations: Object.fromEntries(
        Object.entries(operations).map(([id, { sample: _, ...operation }]) => [id, operation]),
      ),
      events: events.map(({ name, description }) => ({ name, description })),
    },
    ...Object.fromEntries(Object.entries(results).map(([path, sample]) => [path, { ...schemaOf(sample), version: 1 }])),
  }
}

function schemaOf(sample: unknown): Json {
  if (Array.isArray(sample)) return { type: 'array', ...(sample.length > 0 && { items: schemaOf(sample[0]) }) }
  if (sample === null) return { type: 'null' }
  if (typeof sample !== 'object') return { type: Number.isInteger(sample) ? 'integer' : typeof sample }
  const properties = Object.entries(sample as Json).map(([name, each]) => [name, schemaOf(each)])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function buildContract(
  { path, method, described }: { path: string; method: string; described: Described },
  schemas: Record<string, Json>,
) {
  const sent = described.requestBody?.content['application/json']?.schema
  const body = sent && resolved(sent, schemas)
  const isList = body?.type === 'array'
  const row = (isList ? body.items : body) as { properties?: Record<string, Json>; required?: string[] } | undefined
  const inputs: Input[] = [
    ...(described.parameters ?? []).flatMap(({ name, in: place, required = false, description, schema }) =>
      place === 'path' || place === 'query'
        ? [{ name, in: place, required, schema: { ...(resolved(schema, schemas) as Json), description } } as Input]
        : [],
    ),
    ...Object.entries(row?.properties ?? {}).map(
      ([name, schema]): Input => ({ name, in: 'body', required: row?.required?.includes(name) ?? false, schema }),
    ),
  ]
  const answer = Object.entries(described.responses).find(([status]) => status.startsWith('2'))?.[1]
  const sample = answer?.content?.['application/json']?.example
  const { summary } = described
  return { method: method.toUpperCase(), path, summary, isList, inputs, ...(sample !== undefined && { sample }) }
}

function resolved(schema: unknown, schemas: Record<string, Json>): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    const { $ref, ...rest } = value as Json
    const target = typeof $ref === 'string' ? schemas[$ref.split('/').at(-1) ?? ''] : undefined
    return Object.fromEntries(Object.entries({ ...target, ...rest }).map(([name, each]) => [name, walk(each)]))
  }
  return walk(schema) as Json
}
