export type Json = Record<string, unknown>

/**
 * Moves titled object schemas into `components`, so that generated clients get named types. Refuses two different schemas
 * with the same title.
 */
export function liftTitled(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => liftTitled(each, components))
  if (schema === null || typeof schema !== 'object') return schema
  const lift = (value: unknown) => liftTitled(value, components)
  const copy: Json = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, lift(each)]))
        : subschemas.has(keyword)
          ? lift(value)
          : value,
    ]),
  )
  const { title, type } = schema as { title?: string; type?: unknown }
  if (typeof title !== 'string' || type !== 'object') return withFormatExample(copy)
  const known = components.get(title)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
    throw new Error(`Two different schemas are titled ${title}. Rename one.`)
  components.set(title, copy)
  return { $ref: `#/components/schemas/${title}` }
}

const subschemas = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'not', 'prefixItems'])

const byFormat: Record<string, unknown> = {
  uuid: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
  'date-time': '2026-11-02T09:30:00.000Z',
}

function withFormatExample(schema: Json): Json {
  const example = byFormat[String(schema.format)]
  return example === undefined || schema.examples ? schema : { ...schema, examples: [example] }
}
