// Building blocks of the wire shapes that several areas share.
import { type Static, type TSchema, Type } from 'typebox'

/** `null` is allowed. Written as a type array, not anyOf: the serialiser then needs no guessing. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as T & { type: string }
  const values = 'enum' in rest && Array.isArray(rest.enum) ? { ...rest, enum: [...rest.enum, null] } : rest
  return Type.Unsafe<Static<T> | null>(type === undefined ? values : { ...values, type: [type, 'null'] })
}

/** One of a few words. */
export const OneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

/** A filter that takes several of a few words or numbers: `status=approved,rejected`. */
export const AnyOf = <const V extends readonly (string | number)[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number][]>({
    type: 'array',
    items: { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values] },
    minItems: 1,
    maxItems: 50,
    ...options,
  })

/**
 * A field that only signed-in users receive; it is cut from what keys and tokens get, whatever the handler returned. So it
 * is optional in the shape that both are shown: a client made from the document must not wait for it.
 */
export const sessionOnly = <T extends TSchema>(schema: T) => Type.Optional({ ...schema, 'x-session-only': true } as T)

/**
 * A field of an answer that gives access to whoever reads it: a key, a signing secret, a private link. An answer with it is sent once:
 * a repeat under its Idempotency-Key is 409 `secret_already_shown`. Its operation declares `secret`, so it is never compressed.
 */
export const secretField = <T extends TSchema>(schema: T) => ({ ...schema, 'x-secret': true }) as T

/** An address as people type it; one rule for every form and body that takes one. */
export const emailPattern = '^[^\\s@<>,;"]{1,64}@[^\\s@<>,;"]{1,251}\\.[^\\s@<>,;".]{2,63}$'

export const Id = Type.String({ format: 'uuid' })
export const Instant = Type.String({ format: 'date-time', maxLength: 40, description: 'ISO 8601 in UTC' })
/** A decimal string; money is never a float. */
export const Amount = Type.String({
  pattern: '^-?\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 24,
  description: 'A decimal string',
})
export const Currency = Type.String({ format: 'currency', maxLength: 3, description: 'ISO 4217, such as `EUR`' })
export const byId = Type.Object({ id: Id })

/** A text of a pushed row that may be left out or null; both clear it. */
export const PushedText = (maxLength: number, options: object = {}) =>
  Type.Optional(Nullable(Type.String({ maxLength, ...options })))

/** Which way a list is sorted; each has a way of its own where none is asked for. */
export const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]
