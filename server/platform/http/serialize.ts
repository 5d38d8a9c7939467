// Writes answers by the operation's `returns`, which is an allow-list: a field it does not declare never leaves, and a
// field marked session-only leaves for signed-in users alone.
import fastJsonStringify from 'fast-json-stringify'
import type { Caller } from '../access.ts'
import type { Operation } from '../operation.ts'

export type Serialize = (caller: Caller | undefined, value: unknown) => string

export function serializersFor(op: Operation): Serialize | undefined {
  if (!op.returns) return undefined
  // A copy: the compiler writes into what it is given, and the OpenAPI document is made from the same schemas.
  const forUsers = fastJsonStringify(structuredClone(op.returns) as object)
  const open = withoutSessionOnly(op.returns) as object
  const forOthers = JSON.stringify(open) === JSON.stringify(op.returns) ? forUsers : fastJsonStringify(open)
  return (caller, value) => (caller?.kind === 'user' ? forUsers : forOthers)(value)
}

/** The schema as keys and tokens meet it. */
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
