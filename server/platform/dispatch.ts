// The one way an operation runs, whoever calls: authenticate → limits → scope → role → store → plan → validate →
// transaction → run. Refusals come in exactly that order. HTTP, MCP and tests all enter here.
import { type Caller, isRead, requireRole, requireScope, requireStore, roles, storeIdOf } from './access.ts'
import { retryingTransient } from './attempts.ts'
import { actorOf, auditAs } from './audit.ts'
import { keyExpired, keyInvalid, requireOwnOrigin } from './auth/credentials.ts'
import { type CallerRow, type Claim, identify } from './callers.ts'
import { clientOf } from './client.ts'
import type { Entry, OrganizationTx, StoreTx } from './db/db.ts'
import { AppError, forbidden } from './errors.ts'
import { keyedCallOf, onceByClaim, onceInTransaction } from './idempotency/repeats.ts'
import type { Call, Kernel } from './kernel.ts'
import { Answer, answerOf, type Context, type Operation } from './operation.ts'
import { searchMs } from './searches.ts'
import { dispatchStorefront } from './storefront/dispatch.ts'
import type { SubscriptionFacts } from './subscription.ts'
import type { Input } from './validate.ts'

export async function dispatch(kernel: Kernel, op: Operation, call: Call): Promise<Answer | unknown> {
  if (op.tenancy === 'public') {
    if (!op.unlimited) call.spent = await kernel.limits.spendAddress(call.incoming.address)
    return run(kernel, op, call, undefined, '')
  }
  if (op.tenancy === 'storefront') return dispatchStorefront(kernel, op, call)
  const claim = await claimOf(kernel, call)
  const storeEnvId = storeIdOf(call.incoming.headers['x-store-env-id'])
  if (op.tenancy === 'store' && !op.manual && storeEnvId && !(await kernel.limits.isSpent(claim.budget))) {
    if (!op.oneQuery) return runInOneTransaction(kernel, op, call, claim, storeEnvId)
    const input = await attempt(call)
    // A search waits for its turn, which is its organization's: that is known only once the caller is.
    if (input && !isSearch(input)) return runInOneFlight(kernel, op, call, claim, storeEnvId, input)
  }
  const caller = await admit(kernel, op, call, claim, await kernel.db.ask<CallerRow>(claim.entry))
  return run(kernel, op, call, caller, op.tenancy === 'store' ? (storeEnvId ?? '') : '')
}

/** Credentials that cannot be good are charged to the address, so that guessing is not free. */
async function claimOf({ services, knownKeys, limits }: Kernel, call: Call): Promise<Claim> {
  const { headers, address } = call.incoming
  try {
    return await identify(services.users, knownKeys, headers)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) call.spent = await limits.spendAddress(address)
    throw error
  }
}

/**
 * Everything that may refuse a proven or unproven caller, in the contract's order. `noteUse` gets the writing of a key's
 * use, which takes a connection of its own.
 */
async function admit(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  rows: unknown[],
  noteUse: (write: () => Promise<void>) => void | Promise<void> = (write) => write(),
): Promise<Caller> {
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
  if (claim.kind === 'key')
    await noteUse(() => kernel.usage.keyUsed(caller, row.first_used_at, row.last_used_at, address))
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
async function runInOneFlight(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  storeEnvId: string,
  input: Input,
): Promise<unknown> {
  const proof = createProof(kernel, op, call, claim)
  try {
    return await kernel.db.storeAs(
      storeEnvId,
      proof.entry,
      (tx) => op.run(contextOf(kernel, call, proof.caller, storeEnvId, input, tx)) as Promise<unknown>,
      { oneQuery: true },
    )
  } catch (error) {
    if (error === outdated) return await runInOneFlight(kernel, op, call, forgotten(claim), storeEnvId, input)
    // The work, or its query, failed before anybody was asked who calls: that refusal still comes first.
    if (!proof.isAsked() && !isUnavailable(error)) await proof.admit(await kernel.db.ask(claim.entry))
    throw error
  } finally {
    await proof.noteUse()
  }
}

/** The proof of who asks begins the transaction that the work then goes on with. */
async function runInOneTransaction(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  storeEnvId: string,
): Promise<unknown> {
  const proof = createProof(kernel, op, call, claim)
  const mode = isRead(op.method) ? 'read' : 'write'
  const work = async (tx: StoreTx) => workOf(kernel, op, call, proof.caller, storeEnvId, await call.input())(tx)
  try {
    return await retryingTransient(() => {
      // Tried once more, the caller is neither asked nor charged again.
      if (!proof.isAsked()) return kernel.db.storeAs(storeEnvId, proof.entry, work, { mode })
      return kernel.db.store({ storeEnvId, organizationId: proof.caller.organizationId }, mode, work)
    })
  } catch (error) {
    if (error === outdated) return await runInOneTransaction(kernel, op, call, forgotten(claim), storeEnvId)
    throw error
  } finally {
    await proof.noteUse()
  }
}

const forgotten = (claim: Claim): Claim => {
  claim.forget?.()
  return { ...claim, known: undefined }
}

/** `caller` is filled by the entry's `admit`, which runs before any row reaches the work. */
function createProof(kernel: Kernel, op: Operation, call: Call, claim: Claim) {
  const caller: Caller = { kind: claim.kind, id: '', organizationId: '', role: roles[0], scopes: [] }
  let isAsked = false
  // Written when the connection is back: a pool full of first uses would otherwise wait for itself.
  let noteUse = async () => {}
  const admitRows = async (rows: unknown[]) => {
    isAsked = true
    Object.assign(
      caller,
      await admit(kernel, op, call, claim, rows, (write) => {
        noteUse = write
      }),
    )
    return caller
  }
  return {
    caller,
    entry: entryOf(claim, admitRows),
    admit: admitRows,
    isAsked: () => isAsked,
    noteUse: () => noteUse(),
  }
}

/** A key seen before is proven by its versions; when they have changed the call starts over and looks in full. */
function entryOf({ entry, known, remember }: Claim, admitRows: (rows: unknown[]) => Promise<Caller>): Entry {
  if (known) {
    return {
      statement: known.entry,
      admit: (rows) => {
        if (rows[0]?.known !== true) throw outdated
        return admitRows([known.row])
      },
    }
  }
  return {
    statement: entry,
    admit: async (rows) => {
      const caller = await admitRows(rows)
      remember?.(rows[0] as CallerRow)
      return caller
    },
  }
}

const outdated = new Error('A key or subscription has changed since it was last seen.')

const isUnavailable = (error: unknown) => error instanceof AppError && error.status === 503

async function run(
  kernel: Kernel,
  op: Operation,
  call: Call,
  caller: Caller | undefined,
  storeEnvId: string,
): Promise<unknown> {
  const input = await call.input()
  const work = workOf(kernel, op, call, caller, storeEnvId, input)
  if (op.manual || !caller) return work(undefined)
  const { organizationId } = caller
  const mode = isRead(op.method) ? 'read' : 'write'
  const extra = isSearch(input) ? { statementMs: searchMs } : {}
  const inTransaction = () =>
    retryingTransient(() =>
      op.tenancy === 'store'
        ? kernel.db.store({ storeEnvId, organizationId }, mode, work, extra)
        : kernel.db.organization(organizationId, mode, work),
    )
  return isSearch(input) ? kernel.search(organizationId, inTransaction) : inTransaction()
}

const isSearch = ({ query }: Input) => typeof (query as { q?: unknown } | undefined)?.q === 'string'

/** The operation itself, once for each Idempotency-Key; in the transaction it is given, or in those it opens. */
function workOf(
  kernel: Kernel,
  op: Operation,
  call: Call,
  caller: Caller | undefined,
  storeEnvId: string,
  input: Input,
): (tx: StoreTx | OrganizationTx | undefined) => Promise<unknown> {
  const once = async (tx: unknown) =>
    answerOf(op, await op.run(contextOf(kernel, call, caller, storeEnvId, input, tx)), input.params)
  const keyed = caller && !isRead(op.method) ? keyedCallOf(op, call.incoming, caller, storeEnvId, input) : undefined
  if (!keyed) return once
  const written = async (tx: unknown) => writtenOut(call, await once(tx))
  return (tx) =>
    tx ? onceInTransaction(kernel, keyed, tx, () => written(tx)) : onceByClaim(kernel, keyed, () => written(undefined))
}

/** The answer as it will leave, so that the same bytes can be kept for when the call is repeated. */
function writtenOut({ caller, serialize }: Call, answer: Answer): Answer {
  if (!serialize || answer.body === undefined) return answer
  const headers = { ...answer.headers, 'content-type': 'application/json; charset=utf-8' }
  return new Answer(answer.status, { text: serialize(caller, answer.body), headers })
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
    // A visitor's address is nobody's business; a caller's stands beside what they did.
    audit: auditAs(actorOf(caller), caller && clientOf(call.incoming)),
  } as unknown as Context<never, never, never, never, never>
}
