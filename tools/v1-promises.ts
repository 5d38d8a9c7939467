// Reduces the OpenAPI document to the promises of v1 (docs/guides/versioning.md), and finds the promises that a later
// document lost. These functions are pure.
type Json = Record<string, unknown>
type Schemas = Record<string, Json>
type Parameter = { name: string; in: string; required: boolean; schema: Json }
type Content = Record<string, Json>
type OperationPromise = {
  parameters: Parameter[]
  body: { required: boolean; content: Content } | null
  /** The error codes of an error status, or the content of a success by media type. */
  responses: Record<string, string[] | Content>
}
export type Promises = { operations: Record<string, OperationPromise>; events: Schemas; schemas: Schemas }

type Media = Record<string, { schema: Json }>
type Response = { $ref?: string; content?: Media }
type Described = {
  parameters?: (Parameter & Json)[]
  requestBody?: { required?: boolean; content: Media }
  responses: Record<string, Response>
}
export type Document = {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described }>
  components: { schemas: Schemas; responses: Record<string, Response> }
}

const upper = ['maxLength', 'maximum', 'maxItems', 'maxProperties'] as const
const lower = ['minLength', 'minimum', 'minItems'] as const
const promised = new Set<string>([
  ...['$ref', 'type', 'enum', 'properties', 'required', 'items', 'anyOf', 'oneOf', 'additionalProperties'],
  ...['pattern', 'format', ...upper, ...lower],
  '$comment',
])

export function collectPromises({ paths, webhooks, components }: Document): Promises {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => [
      `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`,
      toOperation(each, components.responses),
    ]),
  )
  const events = Object.entries(webhooks).map(([name, { post }]) => [
    name,
    reduced(post.requestBody?.content['application/json']?.schema),
  ])
  return {
    operations: Object.fromEntries(operations),
    events: Object.fromEntries(events),
    schemas: Object.fromEntries(
      Object.entries(components.schemas).map(([name, each]) => [name, reduced(each) as Json]),
    ),
  }
}

function toOperation({ parameters = [], requestBody, responses }: Described, shared: Record<string, Response>) {
  return {
    // A path parameter's name is not part of the request, so it is no promise.
    parameters: parameters
      .filter((each) => each.in !== 'path')
      .map(({ name, in: place, required, schema }) => ({ name, in: place, required, schema: reduced(schema) })),
    body: requestBody ? { required: requestBody.required === true, content: reduceContent(requestBody.content) } : null,
    responses: Object.fromEntries(
      Object.entries(responses)
        .filter(([status]) => status !== 'default')
        .map(([status, each]) => {
          const { content = {} } = shared[each.$ref?.split('/').at(-1) ?? ''] ?? each
          return [status, readCodes(content) ?? reduceContent(content)]
        }),
    ),
  }
}

const reduceContent = (content: Media): Content =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, reduced(schema) as Json]))

function readCodes(content: Media): string[] | undefined {
  const [, listed] = (content['application/json']?.schema.allOf ?? []) as { properties?: { code?: Json } }[]
  const [known] = (listed?.properties?.code?.anyOf ?? []) as { enum?: string[] }[]
  return known?.enum
}

function reduced(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reduced)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema).filter(([keyword]) => promised.has(keyword))
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, reduced(each)]))
        : ['enum', 'required', 'type'].includes(keyword)
          ? value
          : reduced(value),
    ]),
  )
}

/** Returns the promises of `before` that `now` lacks. `ended`: operations whose announced removal date has passed. */
export function findLosses(before: Promises, now: Promises, ended: ReadonlySet<string> = new Set()): string[] {
  const losses: string[] = []
  const compare: Compare = (direction: Direction, old: unknown, present: unknown, at: string) =>
    losses.push(
      ...schemaLosses({ direction, before: before.schemas, now: now.schemas }, old as Json, present as Json, at),
    )
  for (const [name, old] of Object.entries(before.operations)) {
    const present = now.operations[name]
    if (present) losses.push(...operationLosses(name, old, present, compare))
    else if (!ended.has(name)) losses.push(`${name}: the operation is gone`)
  }
  for (const [name, old] of Object.entries(before.events)) {
    if (now.events[name]) compare('response', old, now.events[name], `event ${name}`)
    else losses.push(`event ${name}: the event is gone`)
  }
  return losses
}

type Direction = 'request' | 'response'
type Compare = (direction: Direction, old: unknown, present: unknown, at: string) => void

function operationLosses(name: string, old: OperationPromise, now: OperationPromise, compare: Compare): string[] {
  const losses: string[] = []
  const keyOf = (each: Parameter) => `${each.in} ${each.name}`
  const parameters = new Map(now.parameters.map((each) => [keyOf(each), each]))
  for (const each of old.parameters) {
    const present = parameters.get(keyOf(each))
    if (!present) losses.push(`${name}: ${keyOf(each)} is refused`)
    else compare('request', each.schema, present.schema, `${name} ${keyOf(each)}`)
  }
  const required = new Set(old.parameters.filter((each) => each.required).map(keyOf))
  for (const each of now.parameters)
    if (each.required && !required.has(keyOf(each))) losses.push(`${name}: ${keyOf(each)} is newly required`)
  if (now.body?.required && !old.body?.required) losses.push(`${name}: the body is newly required`)
  for (const [type, schema] of Object.entries(old.body?.content ?? {})) {
    const present = now.body?.content[type]
    if (present) compare('request', schema, present, `${name} body`)
    else losses.push(`${name}: the body as ${type} is refused`)
  }
  for (const [status, promise] of Object.entries(old.responses)) {
    const present = now.responses[status]
    if (!present) losses.push(`${name}: status ${status} is gone`)
    else if (Array.isArray(promise)) {
      const codes = Array.isArray(present) ? present : []
      for (const code of promise.filter((each) => !codes.includes(each)))
        losses.push(`${name}: ${code} is no longer answered with ${status}`)
    } else
      for (const [type, schema] of Object.entries(promise)) {
        const content = Array.isArray(present) ? undefined : present[type]
        if (content) compare('response', schema, content, `${name} ${status}`)
        else losses.push(`${name} ${status}: ${type} is gone`)
      }
  }
  return losses
}

type Sides = { direction: Direction; before: Schemas; now: Schemas }

/** A request must accept every old variant. A response may return old variants only. */
function schemaLosses(sides: Sides, old: Json, now: Json, at: string): string[] {
  const isRequest = sides.direction === 'request'
  const [olds, nows] = [listVariants(old, sides.before), listVariants(now, sides.now)]
  return (isRequest ? olds : nows.filter((each) => !isOfNewerCalls(each))).flatMap((given) => {
    const found = (isRequest ? nows : olds)
      .filter((each) => covers(each, given))
      .map((each) => (isRequest ? variantLosses(sides, given, each, at) : variantLosses(sides, each, given, at)))
    if (found.length > 0) return found.reduce((least, each) => (each.length < least.length ? each : least))
    return [`${at}: ${isRequest ? `${typeOf(given)} is refused` : `${typeOf(given)} is a new type`}`]
  })
}

function listVariants(schema: Json, schemas: Schemas): Json[] {
  if (typeof schema.$ref === 'string') return listVariants(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (alternatives) return alternatives.flatMap((each) => listVariants(each, schemas))
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

/**
 * Nulls that only appear in responses to calls with a newer parameter. Callers that rely on v1 do not send this
 * parameter.
 */
const isOfNewerCalls = (variant: Json): boolean =>
  variant.type === 'null' && String(variant.$comment).startsWith('Null only with the parameter ')

const typeOf = ({ type, properties }: Json): string => String(type ?? (properties ? 'object' : 'any'))

const covers = (wide: Json, narrow: Json): boolean =>
  typeOf(wide) === typeOf(narrow) ||
  typeOf(wide) === 'any' ||
  (typeOf(wide) === 'number' && typeOf(narrow) === 'integer')

function variantLosses(sides: Sides, old: Json, now: Json, at: string): string[] {
  const inner = (key: 'items' | 'additionalProperties', suffix: string) => {
    const [before, present] = [old[key], now[key]]
    const areSchemas = typeof before === 'object' && typeof present === 'object'
    if (areSchemas) return schemaLosses(sides, before as Json, present as Json, at + suffix)
    const isLost = before !== undefined && before !== false && (present === undefined || present === false)
    return isLost ? [`${at}${suffix} is gone`] : []
  }
  return [
    ...(sides.direction === 'request' ? narrowedIn(old, now, at) : []),
    ...fieldLosses(sides, old, now, at),
    ...inner('items', '[]'),
    ...inner('additionalProperties', '{}'),
  ]
}

function fieldLosses(sides: Sides, old: Json, now: Json, at: string): string[] {
  const isRequest = sides.direction === 'request'
  const [before, present] = [old.properties ?? {}, now.properties ?? {}] as [Schemas, Schemas]
  const [neededBefore, needed] = [old.required ?? [], now.required ?? []] as [string[], string[]]
  return [
    ...Object.entries(before).flatMap(([name, schema]) => {
      const field = present[name]
      if (!field) return [`${at}.${name} is ${isRequest ? 'refused' : 'gone'}`]
      return schemaLosses(sides, schema, field, `${at}.${name}`)
    }),
    ...(isRequest
      ? needed.filter((name) => !neededBefore.includes(name)).map((name) => `${at}.${name} is newly required`)
      : neededBefore
          .filter((name) => name in present && !needed.includes(name))
          .map((name) => `${at}.${name} may be missing now`)),
  ]
}

/**
 * Finds values that a request no longer accepts. A changed pattern or format is allowed, because no program can compare two
 * patterns or formats.
 */
function narrowedIn(old: Json, now: Json, at: string): string[] {
  const [before, present] = [old.enum, now.enum] as [unknown[] | undefined, unknown[] | undefined]
  const refused = present && (before ?? ['other values']).filter((value) => !present.includes(value))
  const bound = (key: string, worst: number) => (schema: Json) => (schema[key] as number | undefined) ?? worst
  return [
    ...(refused ?? []).map((value) => `${at}: ${JSON.stringify(value)} is refused`),
    ...upper
      .filter((key) => bound(key, Infinity)(now) < bound(key, Infinity)(old))
      .map((key) => `${at}: ${key} is lower`),
    ...lower
      .filter((key) => bound(key, -Infinity)(now) > bound(key, -Infinity)(old))
      .map((key) => `${at}: ${key} is higher`),
    ...['pattern', 'format'].filter((key) => key in now && !(key in old)).map((key) => `${at}: ${key} is new`),
  ]
}

export function formatPromises(promises: Promises): string {
  const parts = Object.entries(promises).map(([name, entries]) => {
    const lines = Object.entries(entries).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    return `${JSON.stringify(name)}: {\n${lines.join(',\n')}\n}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}
