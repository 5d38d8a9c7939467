// Builds the fields of n8n's forms and the parts of a request from the table of operations. Imports nothing at run time, so
// that tests run it without n8n.
import type { IDataObject, INodeProperties } from 'n8n-workflow'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: (string | number | null)[]
  description?: string
  examples?: unknown[]
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export type Input = { name: string; in: 'path' | 'query' | 'body'; required: boolean; schema: Schema }

export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  isList: boolean
  inputs: Input[]
}

/** Parameters of lists that have no field in the form, because the node requests all pages itself. */
const paging = new Set(['limit', 'cursor', 'includeTotal', 'direction'])

/** Required inputs are fields of their own. The others are in one collection. */
export function fieldsOf(
  operation: Operation,
  shownFor: { resource: string; operation: string },
  { only, collection }: { only?: readonly string[]; collection: { name: string; displayName: string } },
): INodeProperties[] {
  const displayOptions = { show: { resource: [shownFor.resource], operation: [shownFor.operation] } }
  const inputs = operation.inputs.filter(({ name }) => (only ? only.includes(name) : !paging.has(name)))
  const required = inputs.filter((input) => input.required)
  const optional = inputs.filter((input) => !input.required)
  return [
    ...required.map((input) => ({ ...fieldOf(input.name, input.schema, true), displayOptions })),
    ...(optional.length === 0
      ? []
      : [
          {
            ...collection,
            type: 'collection' as const,
            placeholder: 'Add Field',
            default: {},
            displayOptions,
            options: optional
              .map((input) => fieldOf(input.name, input.schema, false))
              .sort((a, b) => a.displayName.localeCompare(b.displayName)),
          },
        ]),
  ]
}

function fieldOf(name: string, schema: Schema, required: boolean): INodeProperties {
  const [example] = schema.examples ?? []
  const hasPlaceholder = example !== undefined && typeof example !== 'object'
  const field = {
    displayName: labelOf(name),
    name,
    ...(required && { required }),
    ...(schema.description && { description: schema.description }),
  }
  const placeholder = hasPlaceholder && { placeholder: `e.g. ${example}` }
  const { items } = schema
  if (!isOfType(schema, 'array') || !items) return { ...field, ...placeholder, ...kindOf(schema) }
  if (items.enum) return { ...field, type: 'multiOptions', options: choicesOf(items), default: [] }
  if (!items.properties)
    return { ...field, ...placeholder, ...kindOf(items), typeOptions: { multipleValues: true }, default: [] }
  const values = Object.entries(items.properties).map(([part, each]) =>
    fieldOf(part, each, items.required?.includes(part) ?? false),
  )
  return {
    ...field,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    options: [{ name: rowName, displayName: field.displayName, values }],
  }
}

/** The name under which n8n stores the rows of a repeated group of fields. */
const rowName = 'row'

function kindOf(schema: Schema): Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions'> {
  if (schema.enum) {
    const options = choicesOf(schema)
    return { type: 'options', options, default: options[0]?.value ?? '' }
  }
  if (schema.format === 'date-time') return { type: 'dateTime', default: '' }
  if (isOfType(schema, 'boolean')) return { type: 'boolean', default: false }
  if (isOfType(schema, 'integer') || isOfType(schema, 'number')) return { type: 'number', default: 0 }
  if (isOfType(schema, 'object')) return { type: 'json', default: '{}' }
  return {
    type: 'string',
    default: '',
    ...((schema.maxLength ?? 0) > 1000 && { typeOptions: { rows: 4 } }),
  }
}

const choicesOf = ({ enum: choices = [] }: Schema) =>
  choices.filter((each) => each !== null).map((each) => ({ name: labelOf(String(each)), value: each }))

const isOfType = ({ type }: Schema, wanted: string) => [type].flat().includes(wanted)

/** `platformProductId` becomes "Platform Product ID", as n8n words its fields. */
export function labelOf(name: string): string {
  return name
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) =>
      /^(id|url|sku|gtin|mpn)s?$/i.test(word) ? upper(word) : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}

const upper = (word: string) => word.toUpperCase().replace(/S$/, word.length > 3 ? 's' : 'S')

/** The parts of a request. Empty fields are left out, because null would clear a value. */
export function requestOf(operation: Operation, given: IDataObject, timeZone: string) {
  const parts: Record<Input['in'], IDataObject> = { path: {}, query: {}, body: {} }
  for (const { name, in: place, schema } of operation.inputs) {
    const value = sentValue(schema, given[name], timeZone)
    if (value === undefined) continue
    parts[place][name] = place === 'query' && Array.isArray(value) ? value.join(',') : value
  }
  const hasBody = operation.inputs.some((input) => input.in === 'body')
  return {
    path: operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parts.path[name] ?? ''))),
    query: parts.query,
    ...(hasBody && { body: operation.isList ? [parts.body] : parts.body }),
  }
}

function sentValue(schema: Schema, value: unknown, timeZone: string): IDataObject[string] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const { items } = schema
  if (isOfType(schema, 'array') && items?.properties) {
    const rows = Array.isArray(value) ? value : ((value as IDataObject)[rowName] ?? [])
    return (rows as IDataObject[]).map((row) => sentRow(items.properties ?? {}, row, timeZone))
  }
  if (schema.format === 'date-time' && typeof value === 'string') return withOffset(value, timeZone)
  if (isOfType(schema, 'object') && typeof value === 'string') return JSON.parse(value)
  return value as IDataObject[string]
}

const sentRow = (properties: Record<string, Schema>, row: IDataObject, timeZone: string): IDataObject =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, schema]) => [name, sentValue(schema, row[name], timeZone)] as const)
      .filter(([, value]) => value !== undefined),
  )

/** The API requires an offset, but n8n's date picker returns a local time of the workflow's time zone. */
export function withOffset(text: string, timeZone: string): string {
  const local = text.trim().replace(' ', 'T')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(local)) return text
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return text
  // Close to a clock change, the first result may be the offset on the other side of the change, so it is computed twice.
  const offset = offsetAt(asUtc - offsetAt(asUtc, timeZone), timeZone)
  return new Date(asUtc - offset).toISOString()
}

function offsetAt(instant: number, timeZone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}
