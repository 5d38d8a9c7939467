import { type Static, type TSchema, Type } from 'typebox'

/** Allows `null`. It uses a type array instead of anyOf, so that the serializer need not guess. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as T & { type: string }
  const values = 'enum' in rest && Array.isArray(rest.enum) ? { ...rest, enum: [...rest.enum, null] } : rest
  return Type.Unsafe<Static<T> | null>(type === undefined ? values : { ...values, type: [type, 'null'] })
}

export const described = <T extends TSchema>(schema: T, description: string, example?: unknown): T =>
  withOptions(schema, { description, ...(example !== undefined && { examples: [example] }) })

export const withExample = <T extends TSchema>(schema: T, example: unknown): T =>
  withOptions(schema, { examples: [example] })

/** Copies property descriptors, because a spread loses the hidden mark of `Type.Optional`. */
const withOptions = <T extends TSchema>(schema: T, options: object): T =>
  Object.assign(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), options) as T

export const OneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

export const AnyOf = <const V extends readonly (string | number)[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number][]>({
    type: 'array',
    items: { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values] },
    minItems: 1,
    maxItems: 50,
    ...options,
  })

/** Keys and tokens never get this field. The shared schema declares it optional, so a client must not expect it. */
export const sessionOnly = <T extends TSchema>(schema: T) => Type.Optional({ ...schema, 'x-session-only': true } as T)

/**
 * Marks a field that gives access: a key, a signing secret, a private link. The response is sent only once: a repeat with
 * the same Idempotency-Key gets 409 `secret_already_shown`. Its operation declares `secret`, so the response is never
 * compressed.
 */
export const secretField = <T extends TSchema>(schema: T) => ({ ...schema, 'x-secret': true }) as T

/** An e-mail address as typed. Every form and body uses this pattern. */
export const emailPattern = '^[^\\s@<>,;"]{1,64}@[^\\s@<>,;"]{1,251}\\.[^\\s@<>,;".]{2,63}$'

export const Id = Type.String({ format: 'uuid' })
export const Instant = Type.String({ format: 'date-time', maxLength: 40 })
/** A decimal string; money is never a float. */
export const Amount = Type.String({
  pattern: '^-?\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 24,
})
export const Currency = Type.String({ format: 'currency', maxLength: 3 })
export const byId = Type.Object({ id: described(Id, 'Id of the store.') })

/** An optional text of a pushed row. Leaving it out or sending null clears it. */
export const PushedText = (maxLength: number, options: object = {}) =>
  Type.Optional(Nullable(Type.String({ maxLength, ...options })))

export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

/** Keywords of a string schema that refuses a text of nothing but spaces. `x-expected` is the message of the refusal. */
export const notBlank = { pattern: '\\S', 'x-expected': 'must contain more than spaces' }
