// Postman collection, format 2.1: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
import type { Json } from '#platform/values/json-schemas.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: { type?: string; examples?: unknown[]; default?: unknown; enum?: unknown[] }
}
type Media = { example?: unknown; schema?: { properties?: Record<string, { format?: string; description?: string }> } }
type Call = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
}
type Document = {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description?: string; 'x-displayName'?: string }[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths: Record<string, Record<string, Call>>
}

const variables = {
  apiKey: 'An API key (`evnt_…`), created in the admin under Settings → Apps and keys → API keys.',
  storeEnvId: 'The store: an `id` of `GET /account/stores`.',
  storefrontOrigin: "One of the store's origins, for the calls of its own pages.",
}

export function buildPostman(openApi: Json): Json {
  const document = openApi as unknown as Document
  const baseUrl = document.servers[0]?.url ?? ''
  const folders = new Map(document.tags.map((tag) => [tag.name, { ...tag, item: [] as Json[] }]))
  for (const [path, calls] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(calls))
      folders.get(call.tags[0] ?? '')?.item.push(buildItem(method.toUpperCase(), path, call))
  const takeFolder = (name: string): Json[] => {
    const { 'x-displayName': title = name, description, item } = folders.get(name) ?? { item: [] }
    folders.delete(name)
    return item.length > 0 ? [{ name: title, ...(description && { description }), item }] : []
  }
  const groups = (document['x-tagGroups'] ?? []).map(({ name, tags }) => ({ name, item: tags.flatMap(takeFolder) }))
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [...groups, ...[...folders.keys()].flatMap(takeFolder)],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string', description: 'Address of the service.' },
      {
        key: 'origin',
        value: originOf(baseUrl),
        type: 'string',
        description: 'Origin of the service, for calls of a signed-in person.',
      },
      ...Object.entries(variables).map(([key, description]) => ({ key, value: '', type: 'string', description })),
    ],
  }
}

const originOf = (url: string) => url.replace(/^(\w+:\/\/[^/]+).*$/, '$1')

function buildItem(method: string, path: string, call: Call): Json {
  const request = buildRequest(method, path, call)
  return { name: call.summary, request, response: buildAnswers(call, request) }
}

function buildRequest(method: string, path: string, call: Call): Json {
  const body = buildBody(call.requestBody?.content ?? {})
  const takesKey = call.security.some((each) => 'apiKey' in each)
  return {
    method,
    description: call.description,
    // Without `noauth`, Postman would send the collection's API key.
    ...(!takesKey && { auth: { type: 'noauth' } }),
    header: [...ownHeaders(method, call), ...body.header, ...sent(call, 'header').filter(isOptional)],
    url: buildUrl(path, call),
    ...(body.body && { body: body.body }),
  }
}

function ownHeaders(method: string, { security }: Call): Json[] {
  const isOfPerson = security.some((each) => 'session' in each) && !security.some((each) => 'apiKey' in each)
  const isOfPage = security.some((each) => 'store' in each && !('apiKey' in each) && !('session' in each))
  const header = (key: string, value: string, description: string) => [{ key, value, description }]
  return [
    ...(security.some((each) => 'store' in each)
      ? header('x-store-env-id', '{{storeEnvId}}', 'Id of the store that the call concerns.')
      : []),
    ...(isOfPage ? header('origin', '{{storefrontOrigin}}', "One of the store's origins.") : []),
    ...(isOfPerson && method !== 'GET'
      ? header('origin', '{{origin}}', 'Origin of the service, needed with the cookie of a session.')
      : []),
  ]
}

/** `origin` is excluded, because `ownHeaders` adds it. */
const isOptional = ({ key }: Json) => key !== 'origin'

function sent({ parameters }: Call, where: Parameter['in']): Json[] {
  return parameters
    .filter((each) => each.in === where)
    .map(({ name, required, description, schema }) => ({
      key: name,
      value: formatValue(
        schema.examples?.[0] ?? schema.default ?? schema.enum?.[0] ?? (required ? chooseSample(schema) : ''),
      ),
      ...(description && { description }),
      // Optional parameters are disabled until the user ticks them.
      ...(!required && where !== 'path' && { disabled: true }),
    }))
}

const chooseSample = ({ type }: Parameter['schema']): string =>
  type === 'integer' ? '1' : type === 'array' ? 'mug-01' : sampleId

const sampleId = '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'

const formatValue = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(formatValue).join(',')
    : value !== null && typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

function buildUrl(path: string, call: Call): Json {
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ':$1')
  const query = sent(call, 'query')
  const variable = sent(call, 'path')
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  return {
    raw: `{{baseUrl}}/${segments}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments.split('/'),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}

/** A body as JSON where possible, else as a form with a file, else as the file alone. */
function buildBody(content: Record<string, Media>): { body?: Json; header: Json[] } {
  const json = content['application/json']
  const form = content['multipart/form-data']
  const [first] = Object.keys(content)
  if (json)
    return {
      header: [{ key: 'content-type', value: 'application/json' }],
      body: {
        mode: 'raw',
        raw: JSON.stringify(json.example ?? {}, null, 2),
        options: { raw: { language: 'json' } },
      },
    }
  if (form) {
    const fields = Object.entries(form.schema?.properties ?? {})
    return {
      header: [],
      body: {
        mode: 'formdata',
        formdata: fields.map(([key, { format, description }]) => ({
          key,
          ...(format === 'binary' ? { type: 'file', src: null } : { type: 'text', value: '' }),
          ...(description && { description }),
        })),
      },
    }
  }
  if (!first) return { header: [] }
  return { header: [{ key: 'content-type', value: first }], body: { mode: 'file', file: { src: null } } }
}

function buildAnswers({ responses }: Call, originalRequest: Json): Json[] {
  for (const [status, { content = {} }] of Object.entries(responses))
    for (const [type, { example }] of Object.entries(content)) {
      if (!status.startsWith('2') || example === undefined) continue
      const isJson = /[/+]json$/.test(type)
      return [
        {
          name: names[status] ?? status,
          originalRequest,
          status: names[status] ?? status,
          code: Number(status),
          _postman_previewlanguage: isJson ? 'json' : 'text',
          header: [{ key: 'content-type', value: type }],
          body: isJson ? JSON.stringify(example, null, 2) : String(example),
        },
      ]
    }
  return []
}

const names: Record<string, string> = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
