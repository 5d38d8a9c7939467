// Schemas as the OpenAPI document shows them: titled shapes are named once and referred to, plain values have an example.
// Refuses two shapes of one name.
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

export type Json = Record<string, unknown>
export type Parts = {
  /** The named shapes found so far. */
  components: Map<string, unknown>
  /** Examples of values by the name of a field, or `Shape.field`; of several the first that fits. */
  fieldExamples: Readonly<Record<string, unknown>>
  /** What a field means that says nothing of itself, by its name or `Shape.field`. */
  fieldDescriptions: Readonly<Record<string, string>>
}

/** Titled object schemas become named components, so that generated clients get named types; leaves get their example. */
export function liftTitled(schema: unknown, parts: Parts, at: { name?: string | undefined; owner?: string }): unknown {
  if (Array.isArray(schema)) return schema.map((each) => liftTitled(each, parts, at))
  if (schema === null || typeof schema !== 'object') return schema
  const { title, type } = schema as { title?: string; type?: unknown }
  const owner = title ?? at.owner ?? ''
  const copy: Json = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? Object.fromEntries(
            Object.entries(value as Json).map(([name, each]) => [
              name,
              withMeaning(liftTitled(each, parts, { name, owner }) as Json, parts.fieldDescriptions, { name, owner }),
            ]),
          )
        : subschemas.has(keyword)
          ? liftTitled(value, parts, { ...at, owner })
          : value,
    ]),
  )
  if (typeof title !== 'string' || type !== 'object') return withExample(copy, parts.fieldExamples, { ...at, owner })
  const known = parts.components.get(title)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy))
    throw new Error(`Two different schemas are titled ${title}`)
  parts.components.set(title, copy)
  return { $ref: `#/components/schemas/${title}` }
}

const subschemas = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'not', 'prefixItems'])

/** What a schema says of itself comes first. */
function withMeaning(
  schema: Json,
  fieldDescriptions: Parts['fieldDescriptions'],
  { name, owner }: { name: string; owner: string },
) {
  const description = described(schema.description, fieldDescriptions[`${owner}.${name}`] ?? fieldDescriptions[name])
  return schema.$ref || description === undefined ? schema : { ...schema, description }
}

/** What kinds of values say of themselves: how they are written, and not what they mean. */
const forms = new Set(['ISO 8601 in UTC', 'A decimal string', 'HH:MM', 'Per cent', 'In pixels', 'BCP 47'])

/** What a field says of itself, and where that is its form alone its meaning before it. */
export function described(own: unknown, meaning: string | undefined): string | undefined {
  if (typeof own !== 'string') return meaning
  return meaning !== undefined && forms.has(own) ? `${meaning} ${own}` : own
}

/** Of a plain value that has no choices of its own. What does not fit the schema, such as its pattern, is no example. */
function withExample(schema: Json, fieldExamples: Parts['fieldExamples'], { name = '', owner = '' }): Json {
  if (schema.enum || schema.examples || schema.properties || schema.items || schema.$ref || !schema.type) return schema
  const candidates = [fieldExamples[`${owner}.${name}`], fieldExamples[name], byFormat[String(schema.format)]].flat()
  const example = candidates.find((each) => each !== undefined && Value.Check(schema as TSchema, each))
  return example === undefined ? schema : { ...schema, examples: [example] }
}

const byFormat: Record<string, unknown> = {
  uuid: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
  'date-time': '2026-11-02T09:30:00.000Z',
}
