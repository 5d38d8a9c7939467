// Models often send null instead of leaving an argument out. These functions are pure.

type Shape = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
}

/** Removes null fields whose schema refuses null. Undefined when the value itself is such a null. */
export function withoutStrayNulls(schema: unknown, value: unknown): unknown {
  const shape = schema as Shape | undefined
  if (value === null) return shape === undefined || takesNull(shape) ? null : undefined
  if (shape === undefined || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = branchWith(shape, 'items')?.items
    // Nulls in a list stay, because removing them would shift the other entries.
    return items ? value.map((each) => withoutStrayNulls(items, each) ?? each) : value
  }
  const properties = branchWith(shape, 'properties')?.properties
  if (!properties) return value
  const fields = Object.entries(value).flatMap(([name, each]) => {
    const read = Object.hasOwn(properties, name) ? withoutStrayNulls(properties[name], each) : each
    return read === undefined ? [] : [[name, read]]
  })
  return Object.fromEntries(fields)
}

const listBranches = ({ anyOf = [], oneOf = [] }: Shape) => [...anyOf, ...oneOf]

/** A schema without constraints accepts everything. */
function takesNull(shape: Shape): boolean {
  if (shape.enum) return shape.enum.includes(null)
  if ('const' in shape) return shape.const === null
  if (shape.type !== undefined) return [shape.type].flat().includes('null')
  const branches = listBranches(shape)
  return branches.length === 0 || branches.some(takesNull)
}

/** Returns the schema's only alternative that has the keyword; undefined when none or several have the keyword. */
function branchWith(shape: Shape, keyword: 'items' | 'properties'): Shape | undefined {
  if (shape[keyword]) return shape
  const found = listBranches(shape).filter((branch) => branch[keyword])
  return found.length === 1 ? found[0] : undefined
}
