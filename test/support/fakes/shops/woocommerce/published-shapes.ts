// Makes objects with every property that WooCommerce publishes, by the tables of its REST documentation.
import published from './published-shapes.json' with { type: 'json' }

export type Row = Record<string, unknown>
export type Kind = 'product' | 'variation' | 'order' | 'category' | 'webhook'

const shapes = published.shapes as unknown as Record<string, Record<string, string>>

/** Properties that WooCommerce added in 9.2, 9.6 and 10.3, after the tables were published. */
const newer: Record<string, readonly string[]> = {
  product: ['global_unique_id', 'brands'],
  variation: ['global_unique_id', 'parent_id'],
  order: [],
  category: [],
  webhook: [],
}

const empty: Record<string, unknown> = {
  integer: 0,
  string: '',
  boolean: false,
  array: [],
  object: {},
  'date-time': null,
}

/** Refuses unpublished properties, so that no test uses a field that real shops lack. */
export function makeObject(kind: Kind, values: Row): Row {
  const shape = shapes[kind] ?? {}
  for (const [name, value] of Object.entries(values)) {
    const expected = shape[name]
    if (expected === undefined && !newer[kind]?.includes(name)) throw new Error(`${kind}.${name} is not published`)
    const inner = shapes[`${kind}.${name}`]
    if (inner && Array.isArray(value))
      for (const each of value)
        for (const field of Object.keys(each as Row))
          if (!(field in inner)) throw new Error(`${kind}.${name}.${field} is not published`)
  }
  const blank = Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, empty[type] ?? null]))
  return { ...blank, ...values }
}
