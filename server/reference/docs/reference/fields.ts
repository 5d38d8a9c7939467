import { type OpenApi, parseRefName, type Schema } from './document.ts'

export type Row = readonly [name: string, type: string, meaning: string]

/** Deeper fields are only in the OpenAPI document. */
const deepest = 3

type Components = OpenApi['components']

/** Request bodies show which fields are required. Responses do not, because nearly all their fields are present. */
export const fieldsOfBody = (schema: Schema, { components }: OpenApi): Row[] => fieldsIn(schema, components, true)
export const fieldsOfAnswer = (schema: Schema, { components }: OpenApi): Row[] => fieldsIn(schema, components, false)

function fieldsIn(schema: Schema, components: Components, isBody: boolean, path = '', depth = 0): Row[] {
  const { properties = {}, items, required = [] } = resolved(schema, components)
  if (items) return fieldsIn(items, components, isBody, depth === 0 ? '' : `${path}[]`, depth)
  return Object.entries(properties).flatMap(([name, field]) => {
    const shape = resolved(field, components)
    const at = path ? `${path}.${name}` : name
    const meaning = [
      isBody && required.includes(name) ? 'Required.' : '',
      field.description ?? shape.description ?? '',
      field['x-session-only'] ? 'Only in responses to signed-in people.' : '',
      field['x-secret'] ? 'A secret: a repeat under the same Idempotency-Key does not return it.' : '',
    ]
    const row: Row = [at, formatType(shape, components), meaning.filter(Boolean).join(' ')]
    return [row, ...(depth < deepest ? fieldsIn(shape, components, isBody, at, depth + 1) : [])]
  })
}

export function resolved(schema: Schema, components: Components): Schema {
  if (schema.$ref) return resolved(components.schemas[parseRefName(schema.$ref)] ?? {}, components)
  const [only, ...others] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  return only && others.length === 0 && !schema.properties ? resolved(only, components) : schema
}

export function formatType(schema: Schema, components: Components): string {
  const own = resolved(schema, components)
  const of = own.anyOf ?? own.oneOf
  if (of && !own.type) return [...new Set(of.map((each) => formatType(each, components)))].join(' or ')
  if (own.const !== undefined) return `\`${JSON.stringify(own.const)}\``
  if (own.enum) return own.enum.map((each) => (each === null ? 'null' : `\`${String(each)}\``)).join(', ')
  const types = [own.type ?? 'any'].flat()
  const isNullable = types.includes('null')
  const [type = 'any'] = types.filter((each) => each !== 'null')
  const name =
    type === 'array'
      ? `list of ${own.items ? plural(formatType(own.items, components)) : 'values'}`
      : (formats[own.format ?? ''] ?? (type === 'integer' ? 'whole number' : type === 'object' ? 'object' : type))
  return [`${name}${formatBounds(own)}`, ...(isNullable ? ['null'] : [])].join(' or ')
}

const plural = (type: string) => (/^(string|object|whole number|number|id)$/.test(type) ? `${type}s` : type)

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'ISO 8601 timestamp',
  date: 'day',
  uri: 'address',
  email: 'e-mail address',
}

function formatBounds({ format, minimum, maximum, maxLength, maxItems }: Schema): string {
  if (format === 'date-time') return ''
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, from ${minimum}`
  if (maximum !== undefined) return `, up to ${maximum}`
  if (maxLength !== undefined) return `, up to ${maxLength} characters`
  return maxItems === undefined ? '' : `, up to ${maxItems}`
}
