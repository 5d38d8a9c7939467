// Schemas in the OpenAPI document: titled ones are named once and referenced, and plain values get an example. Throws for
// two schemas of one name.
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

export type Json = Record<string, unknown>
export type Parts = {
  components: Map<string, unknown>
  /** Examples by field name or `Shape.field`. The first valid one wins. */
  fieldExamples: Readonly<Record<string, unknown>>
  /** Descriptions by field name or `Shape.field`, for fields without their own. */
  fieldDescriptions: Readonly<Record<string, string>>
}

/** Titled object schemas become named components, so that generated clients get named types. Leaves get their example. */
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
    throw new Error(`Two different schemas are titled ${title}. Rename one.`)
  parts.components.set(title, copy)
  return { $ref: `#/components/schemas/${title}` }
}

const subschemas = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'not', 'prefixItems'])

/** A schema's own description takes precedence. */
function withMeaning(
  schema: Json,
  fieldDescriptions: Parts['fieldDescriptions'],
  { name, owner }: { name: string; owner: string },
) {
  const description = described(schema.description, fieldDescriptions[`${owner}.${name}`] ?? fieldDescriptions[name])
  return schema.$ref || description === undefined ? schema : { ...schema, description }
}

/** Descriptions that give a value's format, not its meaning. */
const forms = new Set(['ISO 8601 in UTC', 'A decimal string', 'HH:MM', 'Per cent', 'In pixels', 'BCP 47'])

/** A field's own description. If it gives only the format, the meaning goes before it. */
export function described(own: unknown, meaning: string | undefined): string | undefined {
  if (typeof own !== 'string') return meaning
  return meaning !== undefined && forms.has(own) ? `${meaning} ${own}` : own
}

/** Adds an example to a plain value without enumerated choices. Examples that do not match the schema are skipped. */
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
