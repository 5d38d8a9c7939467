import type { EventKind } from '#platform/areas/events.ts'
import { scopeAllows, scopeOf } from '#platform/calls/access.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { forbidden } from '#platform/values/errors.ts'
import type { MakerType } from './schema.ts'

/** `id` is null if the endpoint outlives the caller's access. */
export type Maker = { type: MakerType; id: string | null }

export type CallerRights = Pick<Caller, 'via' | 'id' | 'scopes' | 'actsInPerson' | 'delegation'>
type Kind = Pick<EventKind, 'name' | 'area'>

const types = { key: 'key', oauth: 'connection', support: 'support', user: 'person' } as const

export function toMaker({ via, id, delegation }: CallerRights): Maker {
  if (delegation) return { type: delegation.via, id: delegation.grantId }
  return { type: types[via], id: via === 'user' ? null : id }
}

/** Only signed-in people see whole email addresses, so only their endpoints get them. */
export const getsWholeAddresses = (type: MakerType): boolean => type === 'person' || type === 'partner'

const toReadCall = ({ area }: Kind) => ({ area, method: 'GET' }) as const

/**
 * Null means all kinds of events, including later ones. A caller with limited scopes that sends no list gets the kinds that
 * it can read now.
 */
export function subscription(
  asked: readonly string[] | null | undefined,
  kinds: readonly Kind[],
  { scopes }: Pick<CallerRights, 'scopes'>,
): string[] | null {
  const readable = kinds.filter((kind) => scopeAllows(scopes, toReadCall(kind)))
  if (asked === null || asked === undefined) {
    if (readable.length === kinds.length) return null
    if (readable.length === 0) throw beyondScopes(scopes, kinds.slice(0, 1))
    return readable.map(({ name }) => name)
  }
  const chosen = kinds.filter(({ name }) => asked.includes(name))
  requireScopes(scopes, chosen)
  return chosen.map(({ name }) => name)
}

/** Operations that choose where events are sent, or send them again, need the same scopes as creating the endpoint. */
export function requireEventScopes(
  events: readonly string[] | null,
  kinds: readonly Kind[],
  asking: CallerRights,
): void {
  requireScopes(
    asking.scopes,
    kinds.filter(({ name }) => events === null || events.includes(name)),
  )
}

function requireScopes(scopes: readonly string[], kinds: readonly Kind[]): void {
  const refused = kinds.filter((kind) => !scopeAllows(scopes, toReadCall(kind)))
  if (refused.length > 0) throw beyondScopes(scopes, refused)
}

const beyondScopes = (scopes: readonly string[], [kind]: readonly Kind[]) =>
  forbidden(
    'scope_denied',
    `This caller is limited to ${scopes.join(', ')}; ${kind ? `${kind.name} needs ${scopeOf(toReadCall(kind))}` : 'no event is readable'}.`,
  )

/**
 * Keys and tokens cannot redirect a signed-in person's endpoint, because its events may exceed the rights of the key or
 * token.
 */
export function requireMover(type: MakerType, { actsInPerson }: CallerRights): void {
  if (getsWholeAddresses(type) && !actsInPerson)
    throw forbidden(
      'user_session_required',
      'A signed-in person made this webhook. Only a signed-in person can change its address or events.',
    )
}
