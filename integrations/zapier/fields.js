import { operationOf } from './api.js'

export const storeField = {
  key: 'storeEnvId',
  label: 'Store',
  type: 'string',
  required: true,
  dynamic: 'store.id.name',
  helpText: 'The store to use. Only stores granted to this connection are listed.',
}

export const fieldsOf = (id, { only } = {}) =>
  operationOf(id)
    .inputs.filter(({ name }) => (only ? only.includes(name) : !paging.has(name)))
    .map(fieldOf)

const paging = new Set(['limit', 'cursor', 'includeTotal', 'sort', 'direction'])

function fieldOf({ name, required, schema }) {
  const { description, examples } = schema
  const field = {
    key: name,
    label: labelOf(name),
    ...(required && { required: true }),
    ...(description && { helpText: description.slice(0, 1000) }),
    ...(examples && typeof examples[0] !== 'object' && { placeholder: String(examples[0]) }),
  }
  const items = typesOf(schema).includes('array') ? schema.items : undefined
  if (items?.properties)
    return {
      ...pick(field, ['key', 'label']),
      // Zapier requires unique keys within an action.
      children: Object.entries(items.properties)
        .filter(([, each]) => !typesOf(each).some((type) => type === 'array' || type === 'object'))
        .map(([part, each]) => ({
          ...fieldOf({ name: part, required: items.required?.includes(part), schema: each }),
          key: `${name}_${part}`,
        })),
    }
  const shape = items ?? schema
  const choices = (shape.enum ?? []).filter((each) => each !== null)
  return {
    ...field,
    ...(items && { list: true }),
    ...(choices.length > 0 && { choices: choices.map(String) }),
    type: typeOf(shape),
  }
}

const typesOf = ({ type }) => [type].flat()

function typeOf({ format, maxLength, ...schema }) {
  const [type] = typesOf(schema).filter((each) => each !== 'null')
  if (format === 'date-time') return 'datetime'
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  return maxLength > 1000 ? 'text' : 'string'
}

export const labelOf = (name) => {
  const words = name
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const pick = (object, names) =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]))
