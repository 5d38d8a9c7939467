// Serialises responses by the operation's `output.body`, which is an allow-list. Undeclared fields are never sent.
// Session-only fields are sent only to callers that may see shoppers' addresses.
import fastJsonStringify from 'fast-json-stringify'
import type { TSchema } from 'typebox'

export type Write = (value: unknown, reader: { seesAddresses: boolean } | undefined) => string

export function compileWriter(returns: TSchema): Write {
  // Compiles a copy, because the compiler changes its input, and the OpenAPI document uses the same schemas.
  const whole = fastJsonStringify(structuredClone(returns) as object)
  const open = withoutSessionOnly(returns) as object
  const masked = JSON.stringify(open) === JSON.stringify(returns) ? whole : fastJsonStringify(open)
  return (value, reader) => (reader?.seesAddresses ? whole : masked)(value)
}

export function withoutSessionOnly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutSessionOnly)
  if (schema === null || typeof schema !== 'object') return schema
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) copy[name] = withoutSessionOnly(value)
  if (copy.properties) {
    const properties = Object.entries(copy.properties as Record<string, object>).filter(
      ([, value]) => !('x-session-only' in value),
    )
    copy.properties = Object.fromEntries(properties)
  }
  return copy
}
