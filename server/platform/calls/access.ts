// Decides who may call which operation. The functions are pure, so HTTP, MCP and tests get the same decision.
import { type CallerRow, type Claim, toSubscriptionFacts } from '../auth/claims.ts'
import { type Caller, type Capabilities, hasRole, type Role } from '../identity/caller.ts'
import { AppError, forbidden } from '../values/errors.ts'
import { organizationClosing } from './closing.ts'
import type { Call, Kernel } from './kernel.ts'
import { isRead, type Operation } from './operation.ts'
import type { Access } from './options.ts'

/** `areas` are the API's areas, including those that this version does not serve yet. */
export const isScope = (text: string, areas: readonly string[]): boolean => {
  const [area = '', verb, ...rest] = text.includes(':') ? text.split(':') : ['', text]
  return (
    rest.length === 0 &&
    (verb === 'read' || verb === 'write') &&
    (area === '' ? !text.includes(':') : areas.includes(area))
  )
}

export const scopeOf = (op: Pick<Operation, 'area' | 'method'>) => `${op.area}:${isRead(op.method) ? 'read' : 'write'}`

/** No scopes means unrestricted. `write` implies `read`. */
export function scopeAllows(scopes: readonly string[], op: Pick<Operation, 'area' | 'method'>): boolean {
  if (scopes.length === 0) return true
  if (scopes.includes('write') || scopes.includes(`${op.area}:write`)) return true
  return isRead(op.method) && (scopes.includes('read') || scopes.includes(`${op.area}:read`))
}

export function requireScope(caller: Caller, op: Operation): void {
  if (op.access.beyondStores && caller.stores)
    throw forbidden(
      'scope_denied',
      caller.via === 'oauth'
        ? 'This call needs all stores, but the connection was granted only some. Connect again and grant all stores.'
        : 'This call needs a key for all stores, but this one is limited to some.',
    )
  if (op.access.anyScope || scopeAllows(caller.scopes, op)) return
  const what = caller.via === 'oauth' ? 'connection' : 'key'
  throw forbidden(
    'scope_denied',
    `This ${what} is limited to ${caller.scopes.join(', ')}; this call needs ${scopeOf(op)}.`,
  )
}

export const roleOf = (op: Pick<Operation, 'access' | 'method'>): Role =>
  op.access.role ?? (isRead(op.method) ? 'VIEWER' : 'MEMBER')

export function requireRole(caller: Caller, op: Operation): void {
  const needed = roleOf(op)
  if (
    caller.delegation &&
    op.tenancy === 'organization' &&
    !op.access.delegable &&
    !(op.access.personal && caller.actsInPerson)
  ) {
    throw forbidden('delegated_access', 'Access by a grant includes stores only, not the organization itself.')
  }
  if (caller.role === 'VIEWER' && !isRead(op.method) && !(op.access.personal && caller.actsInPerson)) {
    throw forbidden('role_read_only', 'A Viewer can read data but cannot change it.')
  }
  if (op.access.session && !caller.actsInPerson) {
    throw forbidden('user_session_required', 'Only a signed-in user can do this, not an API key or a token.')
  }
  if (hasRole(caller.role, needed)) return
  if (needed === 'OWNER') throw forbidden('owner_required', 'Only an owner of the organization may do this.')
  throw forbidden('role_insufficient', `This needs the ${needed} role; the caller has ${caller.role}.`)
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const readStoreId = (header: unknown): string | undefined =>
  typeof header === 'string' && uuid.test(header) ? header.toLowerCase() : undefined

export function requireStore(
  storeEnvId: string | undefined,
  storeAllowed: boolean,
  { hidesStores }: Pick<Access, 'hidesStores'> = {},
): asserts storeEnvId is string {
  if (storeEnvId === undefined) {
    throw new AppError(
      400,
      'store_env_required',
      'Name the store in the header x-store-env-id (a UUID; GET /account/stores lists yours).',
    )
  }
  // A missing store and another organization's store get the same response, so that ids cannot be probed.
  if (storeAllowed) return
  const message = 'The store named in x-store-env-id is not one of yours.'
  throw hidesStores ? new AppError(404, 'not_found', message) : forbidden('store_env_forbidden', message)
}

export const toCaller = (capabilities: Capabilities, row: CallerRow): Caller => ({
  ...capabilities,
  id: row.caller_id,
  organizationId: row.organization_id,
  role: row.role,
  scopes: row.scopes,
  ...(row.stores && { stores: row.stores }),
  ...(row.delegation && { delegation: row.delegation }),
})

/** Checks scope, role, store, plan and whether the organization is closing, in the contract's order. */
export function requireAccess(
  requirePlan: Kernel['requirePlan'],
  op: Operation,
  caller: Caller,
  row: CallerRow,
  storeEnvId: string | undefined,
  now: Date,
): void {
  requireScope(caller, op)
  requireRole(caller, op)
  if (op.tenancy === 'store') {
    requireStore(storeEnvId, row.store_allowed, op.access)
    requirePlan(op, toSubscriptionFacts(row), now)
  }
  if (row.closing && !isRead(op.method) && !op.access.personal && !op.access.whileClosing) throw organizationClosing()
}

/**
 * Returns the caller cached at its last call, or undefined if that caller would be refused now. The database still
 * authenticates every call.
 */
export function readKnownCaller(
  { requirePlan, services }: Kernel,
  op: Operation,
  { incoming }: Call,
  claim: Claim,
): Caller | undefined {
  const row = claim.known?.row
  if (!row) return undefined
  const caller = toCaller(claim.capabilities, row)
  try {
    requireAccess(requirePlan, op, caller, row, incoming.storeEnvId, services.clock.now())
    return caller
  } catch {
    return undefined
  }
}
