// The one way an operation runs, whoever calls: authenticate → limits → scope → role → store → plan → validate →
// transaction → run. Refusals come in exactly that order. HTTP, MCP and tests all enter here.
import { type Caller, isRead, type Role, requireRole, requireScope, requireStore, roles, storeIdOf } from './access.ts'
import { actorOf, auditAs } from './audit.ts'
import { keyExpired, keyInvalid, readCredentials, requireOwnOrigin } from './auth/credentials.ts'
import { digestOf } from './auth/keys.ts'
import type { Person } from './auth/users.ts'
import type { Db, Entry } from './db/db.ts'
import type { Statement } from './db/flight.ts'
import { statement } from './db/query.ts'
import { AppError, forbidden, isTransient, unauthenticated } from './errors.ts'
import type { Limits, Spent } from './limits/spend.ts'
import type { Answer, Context, Incoming, Operation } from './operation.ts'
import type { Services } from './services.ts'
import type { Usage } from './usage.ts'
import type { Input } from './validate.ts'

/** The store's subscription as the database has it; what it means is the billing area's knowledge. */
export type SubscriptionFacts = {
  plan: string
  status: string
  trialEndsAt: string | null
  currentPeriodEndsAt: string | null
  pastDueSince: string | null
}

export type Kernel = {
  db: Db
  limits: Limits
  services: Services
  usage: Usage
  /** Throws `plan_required` or `subscription_expired`. */
  requirePlan(op: Operation, subscription: SubscriptionFacts, now: Date): void
}

export type Call = {
  incoming: Incoming
  /** Reads and checks params, query and body; throws 400. Called after every refusal that comes before. */
  input(): Promise<Input> | Input
  /** Filled in as the call goes on, for the headers of whatever answer it gets. */
  spent?: Spent
  caller?: Caller
}

type CallerRow = {
  caller_id: string
  organization_id: string
  role: Role
  scopes: string[]
  expires_at: string | null
  first_used_at: string | null
  last_used_at: string | null
  store_allowed: boolean
  plan: string | null
  subscription_status: string | null
  trial_ends_at: string | null
  current_period_ends_at: string | null
  past_due_since: string | null
}

export async function dispatch(kernel: Kernel, op: Operation, call: Call): Promise<Answer | unknown> {
  if (op.tenancy === 'public') {
    if (!op.unlimited) call.spent = await kernel.limits.spendAddress(call.incoming.address)
    return run(kernel, op, call, undefined, '')
  }
  const claim = await identify(kernel, call)
  const storeEnvId = storeIdOf(call.incoming.headers['x-store-env-id'])
  if (op.oneQuery && op.tenancy === 'store' && storeEnvId && !(await kernel.limits.isSpent(claim.budget))) {
    const input = await attempt(call)
    if (input) return runInOneFlight(kernel, op, call, claim, storeEnvId, input)
  }
  const caller = await admit(kernel, op, call, claim, await kernel.db.ask<CallerRow>(claim.entry))
  return run(kernel, op, call, caller, op.tenancy === 'store' ? (storeEnvId ?? '') : '')
}

type Claim = { kind: 'key' | 'user'; entry: Statement; budget: string; person?: Person }

async function identify(kernel: Kernel, call: Call): Promise<Claim> {
  const { headers, address } = call.incoming
  const store = storeIdOf(headers['x-store-env-id']) ?? null
  try {
    const credentials = readCredentials(headers)
    if (credentials.kind === 'key') {
      const digest = digestOf(credentials.key)
      return {
        kind: 'key',
        entry: statement('select * from app.enter_as_key($1, $2)', [digest, store]),
        budget: `key:${digest.toString('base64url')}`,
      }
    }
    const person = await kernel.services.users.personOf(
      new Headers(
        Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])) as [
          string,
          string,
        ][],
      ),
    )
    if (!person) throw unauthenticated('The session has ended; sign in again.')
    const organization = storeIdOf(headers['x-organization-id']) ?? null
    return {
      kind: 'user',
      entry: statement('select * from app.enter_as_user($1, $2, $3)', [person.id, store, organization]),
      budget: `user:${person.id}`,
      person,
    }
  } catch (error) {
    if (error instanceof AppError && error.status === 401) call.spent = await kernel.limits.spendAddress(address)
    throw error
  }
}

/** Everything that may refuse a proven or unproven caller, in the contract's order. */
async function admit(kernel: Kernel, op: Operation, call: Call, claim: Claim, rows: unknown[]): Promise<Caller> {
  const { headers, address } = call.incoming
  const now = kernel.services.clock.now()
  const row = rows[0] as CallerRow | undefined
  if (claim.kind === 'key' && (!row || isPast(row.expires_at, now))) {
    call.spent = await kernel.limits.spendAddress(address)
    throw row ? keyExpired() : keyInvalid()
  }
  call.spent = await kernel.limits.spend(claim.budget, claim.kind === 'user' ? 3 : 1)
  if (!row) throw forbidden('membership_required', 'You are not a member of any organization here, or no longer.')
  const caller: Caller = {
    kind: claim.kind,
    id: row.caller_id,
    organizationId: row.organization_id,
    role: row.role,
    scopes: row.scopes,
  }
  call.caller = caller
  if (claim.kind === 'key') await kernel.usage.keyUsed(caller, row.first_used_at, row.last_used_at, address)
  if (op.deprecated) kernel.usage.deprecatedCalled(caller, op.deprecated)
  if (claim.kind === 'user' && !isRead(op.method)) requireOwnOrigin(headers, kernel.services.config.publicOrigin)
  requireScope(caller, op)
  requireRole(caller, op)
  if (op.tenancy === 'store') {
    requireStore(storeIdOf(headers['x-store-env-id']), row.store_allowed)
    kernel.requirePlan(op, subscriptionOf(row), now)
  }
  return caller
}

const isPast = (instant: string | null, now: Date) => instant !== null && instant <= now.toISOString()

const subscriptionOf = (row: CallerRow): SubscriptionFacts => ({
  plan: row.plan ?? 'none',
  status: row.subscription_status ?? 'expired',
  trialEndsAt: row.trial_ends_at,
  currentPeriodEndsAt: row.current_period_ends_at,
  pastDueSince: row.past_due_since,
})

/** Input that does not fit is told only after every earlier refusal has had its turn, so a failure here is not an answer yet. */
async function attempt(call: Call): Promise<Input | undefined> {
  try {
    return await call.input()
  } catch {
    return undefined
  }
}

/** The query flies with the proof of who asks; its rows are dropped unread when `admit` refuses. */
function runInOneFlight(kernel: Kernel, op: Operation, call: Call, claim: Claim, storeEnvId: string, input: Input) {
  const scope = { storeEnvId, organizationId: '' }
  // Filled by `admit`, which runs before any row reaches `run`.
  const caller: Caller = { kind: claim.kind, id: '', organizationId: '', role: roles[0], scopes: [] }
  const entry: Entry = {
    statement: claim.entry,
    admit: async (rows) => {
      Object.assign(caller, await admit(kernel, op, call, claim, rows))
    },
  }
  return kernel.db.storeAs(
    scope,
    entry,
    (tx) => op.run(contextOf(kernel, call, caller, storeEnvId, input, tx)) as Promise<unknown>,
    { oneQuery: true },
  )
}

async function run(
  kernel: Kernel,
  op: Operation,
  call: Call,
  caller: Caller | undefined,
  storeEnvId: string,
): Promise<unknown> {
  const input = await call.input()
  const mode = isRead(op.method) ? 'read' : 'write'
  const once = (tx: unknown) => op.run(contextOf(kernel, call, caller, storeEnvId, input, tx)) as Promise<unknown>
  if (op.manual || !caller) return once(undefined)
  const { organizationId } = caller
  return retryingTransient(() =>
    op.tenancy === 'store'
      ? kernel.db.store({ storeEnvId, organizationId }, mode, once)
      : kernel.db.organization(organizationId, mode, once),
  )
}

/** A deadlock victim wrote nothing, and an operation's effects are all in its transaction: trying again is safe. */
async function retryingTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts >= 3 || !isTransient(error)) throw error
    }
  }
}

function contextOf(
  kernel: Kernel,
  call: Call,
  caller: Caller | undefined,
  storeEnvId: string,
  input: Input,
  tx: unknown,
) {
  return {
    tx,
    db: kernel.db,
    caller,
    storeEnvId,
    now: kernel.services.clock.now(),
    ...input,
    request: call.incoming,
    services: kernel.services,
    audit: auditAs(actorOf(caller)),
  } as unknown as Context<never, never, never, never, never>
}
