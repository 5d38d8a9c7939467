export type FieldPath = readonly string[]

type Schema = { properties?: Record<string, Schema>; items?: Schema; 'x-secret'?: true } & {
  [K in 'anyOf' | 'oneOf' | 'allOf']?: Schema[]
}

export function listSecretPaths(schema: unknown): FieldPath[] {
  if (schema === null || typeof schema !== 'object') return []
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema as Schema
  const own = Object.entries(properties).flatMap(([name, field]) =>
    field['x-secret'] ? [[name]] : listSecretPaths(field).map((path) => [name, ...path]),
  )
  return [...own, ...listSecretPaths(items), ...[...anyOf, ...oneOf, ...allOf].flatMap(listSecretPaths)]
}

/** Removes the fields at `paths`. `hadSecret` is false when all of them are absent or null. */
export function removeSecrets(value: unknown, paths: readonly FieldPath[]): { value: unknown; hadSecret: boolean } {
  let hadSecret = false
  const without = (each: unknown, left: readonly FieldPath[]): unknown => {
    if (left.length === 0 || each === null || typeof each !== 'object') return each
    if (Array.isArray(each)) return each.map((item) => without(item, left))
    const kept = Object.entries(each).flatMap(([name, field]) => {
      const below = left.filter(([first]) => first === name).map((path) => path.slice(1))
      if (!below.some((path) => path.length === 0)) return [[name, without(field, below)]]
      hadSecret ||= field !== null
      return field === null ? [[name, field]] : []
    })
    return Object.fromEntries(kept)
  }
  return { value: without(value, paths), hadSecret }
}
