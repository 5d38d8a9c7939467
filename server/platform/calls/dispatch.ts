// Every operation of every kind of caller runs through this file: authenticate → limits → scope → role → store → plan →
// validate → transaction → run → serialise what `output.body` declares. Errors have exactly that precedence. HTTP, MCP,
// jobs and tests only decode and encode. The result is safe to send.
import { Readable } from 'node:stream'
import { type CallerRow, type Claim, identify } from '../auth/claims.ts'
import { requireOwnOrigin } from '../auth/credentials.ts'
import type { SeenCaller } from '../auth/seen-callers.ts'
import type { Entry, OrganizationTx, StoreTx } from '../db/db.ts'
import { type Caller, roles, toParty } from '../identity/caller.ts'
import { parseNetwork } from '../limits/spend.ts'
import { retryTransient } from '../process/retry.ts'
import { AppError, forbidden, isOfLoad, singleSignOnRequired } from '../values/errors.ts'
import { readKnownCaller, requireAccess, toCaller } from './access.ts'
import { Answer } from './answer.ts'
import { buildReadKey, findCurrent } from './cached-read.ts'
import { buildContext, tryInput, validateInput } from './context.ts'
import { findForOperation } from './deprecations.ts'
import { dispatchStorefront } from './dispatch-storefront.ts'
import type { Call, Kernel } from './kernel.ts'
import { buildAnswer, isManual, isRead, type Operation } from './operation.ts'
import { searchMs } from './paging/searches.ts'
import { onceByClaim, onceInTransaction, readKeyedCall } from './repeats.ts'
import { chargingOnce, readSharedInput, type SharedInput, share } from './shared-call.ts'
import type { Input } from './validate.ts'

export async function dispatch(kernel: Kernel, op: Operation, call: Call): Promise<Answer> {
  const answer = await answerTo(kernel, op, call)
  // The response to an action under a grant is sent only after the organization's log contains the action.
  if (call.delegate) await kernel.usage.delegateActed(call.delegate, op, call)
  if (!answer.stream || op.tenancy === 'public' || op.tenancy === 'storefront') return answer
  const stream = whileAdmitted(answer.stream, () => requireStillAdmitted(kernel, op, call))
  return new Answer(answer.status, { stream, headers: answer.headers })
}

async function answerTo(kernel: Kernel, op: Operation, call: Call): Promise<Answer> {
  if (op.tenancy === 'public') {
    if (op.access.charges === undefined) call.spent = await kernel.limits.spendAddress(call.incoming.address)
    return op.access.charges === 'refusals' ? runUnlessRefused(kernel, op, call) : run(kernel, op, call, undefined, '')
  }
  if (op.tenancy === 'storefront') return dispatchStorefront(kernel, op, call)
  const claim = await readClaim(kernel, call)
  const seen = kernel.seenCallers.get(claim, call.incoming)
  if (!seen) return answerAdmitted(kernel, op, call, claim, await meet(kernel, op, call, claim))
  await charge(kernel, call, claim, seen)
  return withLargeBody(kernel, call, seen.organizationId, () => answerCharged(kernel, op, call, claim, seen))
}

/**
 * Charges the budget before a database connection is requested. A caller over its limit whose claim is invalid gets the
 * refusal of the claim, not the rate-limit error.
 */
async function charge(kernel: Kernel, call: Call, claim: Claim, { budget }: SeenCaller): Promise<void> {
  try {
    call.spent = await kernel.limits.spend(budget, claim.capabilities.budgetFactor)
    call.isCharged = true
  } catch (spent) {
    // Authenticates the caller on a part of the pool that all callers over their limits share. If that part is full,
    // the caller gets the rate-limit error.
    const rows = await kernel.db.ask<CallerRow>(claim.entry, 'over their limits').catch(() => undefined)
    const refusal = rows && claim.refusal(rows[0], kernel.services.clock.now())
    if (!refusal) throw spent
    call.spent = await kernel.limits.spendAddress(call.incoming.address)
    throw refusal
  }
}

/**
 * Handles the first call of an unknown caller. Its organization is not known yet, so the query uses a connection from the
 * share of the caller's network.
 */
async function meet(kernel: Kernel, op: Operation, call: Call, claim: Claim): Promise<Caller> {
  const rows = await kernel.db.ask<CallerRow>(claim.entry, `from ${parseNetwork(call.incoming.address)}`)
  const caller = await admit(kernel, op, call, claim, rows)
  call.isCharged = true
  const budget = claim.budgetOf?.(rows[0] as CallerRow) ?? claim.budget
  kernel.seenCallers.set(claim, call.incoming, { organizationId: caller.organizationId, budget })
  claim.remember?.(rows[0] as CallerRow)
  return caller
}

const answerAdmitted = async (kernel: Kernel, op: Operation, call: Call, claim: Claim, caller: Caller) => {
  const { storeEnvId = '' } = call.incoming
  const { organizationId } = caller
  return withLargeBody(kernel, call, organizationId, async () => {
    if (op.tenancy === 'organization' && op.plan.feature) await kernel.requireOrganizationPlan(op, organizationId)
    return call.isDryRun && op.tenancy === 'store' && !isManual(op)
      ? runInOneTransaction(kernel, op, call, claim, storeEnvId, organizationId)
      : run(kernel, op, call, caller, op.tenancy === 'store' ? storeEnvId : '')
  })
}

async function answerCharged(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  { organizationId }: SeenCaller,
): Promise<Answer> {
  const { storeEnvId } = call.incoming
  // A report may be read from the replica, which never authenticates a caller.
  const isApart = kernel.db.hasReplica && op.transaction === 'snapshot'
  if (op.tenancy === 'store' && !isManual(op) && storeEnvId && !isApart) {
    const shared = readSharedInput(op, call)
    const known = shared && readKnownCaller(kernel, op, call, claim)
    if (known) return runShared(kernel, op, call, claim, storeEnvId, known, shared)
    if (op.transaction !== 'single-query')
      return runInOneTransaction(kernel, op, call, claim, storeEnvId, organizationId)
    const input = tryInput(op, call)
    // A search waits in its organization's queue, so it does not share this round trip.
    if (input && !isSearch(op, input))
      return runInOneRoundTrip(kernel, op, call, claim, storeEnvId, organizationId, input)
  }
  const caller = await admit(kernel, op, call, claim, await kernel.db.ask<CallerRow>(claim.entry, organizationId))
  if (op.tenancy === 'organization' && op.plan.feature) await kernel.requireOrganizationPlan(op, caller.organizationId)
  return run(kernel, op, call, caller, op.tenancy === 'store' ? (storeEnvId ?? '') : '')
}

/**
 * Parses a large body in slices before a connection is used. Only a few calls with large bodies run in parallel, and at
 * most one of an organization.
 */
async function withLargeBody<T>(
  { largeBodies }: Kernel,
  { large }: Call,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!large) return work()
  return largeBodies({ organizationId }, async () => {
    await large.read()
    return work()
  })
}

/** Charges a refused call to the address. Throws the rate-limit error instead if the address has no remaining budget. */
async function runUnlessRefused(kernel: Kernel, op: Operation, call: Call): Promise<Answer> {
  try {
    return await run(kernel, op, call, undefined, '')
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      call.spent = await kernel.limits.spendAddress(call.incoming.address)
    throw error
  }
}

/** Invalid credentials charge the address, so that guessing has a price. */
async function readClaim({ services, knownKeys, limits }: Kernel, call: Call): Promise<Claim> {
  const { users, clock, config } = services
  const conditions = { now: clock.now(), isBilled: config.billing !== 'off' }
  try {
    return await identify(users, knownKeys, call.incoming, conditions)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) call.spent = await limits.spendAddress(call.incoming.address)
    throw error
  }
}

/**
 * Checks in the contract's order. `recordUse` gets a function that records a key's use, because recording needs a separate
 * connection.
 */
async function admit(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  rows: unknown[],
  recordUse: (write: () => Promise<void>) => void | Promise<void> = (write) => write(),
): Promise<Caller> {
  const { address, page, storeEnvId } = call.incoming
  const { capabilities } = claim
  const now = kernel.services.clock.now()
  const row = rows[0] as CallerRow | undefined
  const refusal = claim.refusal(row, now)
  if (refusal) {
    call.spent = await kernel.limits.spendAddress(address)
    throw refusal
  }
  const budget = (row && claim.budgetOf?.(row)) ?? claim.budget
  if (!call.isCharged) call.spent = await kernel.limits.spend(budget, capabilities.budgetFactor)
  if (!row)
    throw forbidden('membership_required', 'You are not a member of any organization here. Ask an owner to invite you.')
  if (row.single_sign_on_required) throw singleSignOnRequired()
  if (row.two_factor_required && claim.lacksSecondFactor && !op.access.withoutSecondFactor)
    throw forbidden(
      'two_factor_required',
      'This organization requires two-factor authentication. Set it up for your account first.',
    )
  const caller = toCaller(capabilities, row)
  if (claim.countsUse)
    await recordUse(() => kernel.usage.credentialUsed(caller, row.first_used_at, row.last_used_at, address))
  const deprecated = findForOperation(op.id) ?? call.deprecated
  if (deprecated) kernel.usage.deprecatedCalled(caller, deprecated.item)
  if (capabilities.isSentByBrowsers && !isRead(op.method)) requireOwnOrigin(page, kernel.services.config.publicOrigin)
  requireAccess(kernel.requirePlan, op, caller, row, storeEnvId, now)
  if (caller.delegation) call.delegate = { ...caller }
  return caller
}

/** A streamed response may continue for this long after its reader's access ended. */
const askAgainMs = 250

/**
 * Breaks the connection when the reader's access ends, so that a partial response is not treated as complete. A
 * generator that has not started cannot close its source, so the source is destroyed when the stream closes.
 */
function whileAdmitted(stream: AsyncIterable<string | Uint8Array>, requireStill: () => Promise<void>): Readable {
  async function* admitted() {
    let askedMs = performance.now()
    for await (const chunk of stream) {
      if (performance.now() - askedMs >= askAgainMs) {
        await requireStill()
        askedMs = performance.now()
      }
      yield chunk
    }
  }
  const readable = Readable.from(admitted(), { objectMode: false })
  if (stream instanceof Readable) readable.once('close', () => stream.destroy())
  return readable
}

async function requireStillAdmitted(kernel: Kernel, op: Operation, call: Call): Promise<void> {
  const claim = await readClaim(kernel, call)
  const by = kernel.seenCallers.get(claim, call.incoming)?.organizationId
  const [row] = await kernel.db.ask<CallerRow>(claim.entry, by)
  const refusal = claim.refusal(row, kernel.services.clock.now())
  if (refusal) throw refusal
  if (!row || (op.tenancy === 'store' && !row.store_allowed))
    throw forbidden('store_env_forbidden', 'Your access was revoked or has expired.')
}

/** The query shares the round trip of the authentication. Its rows are dropped unread when `admit` refuses. */
async function runInOneRoundTrip(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  storeEnvId: string,
  organizationId: string,
  input: Input,
): Promise<Answer> {
  const proof = createProof(kernel, op, call, claim)
  const key = buildReadKey(op, claim, storeEnvId, input)
  try {
    const cached = key && (await findCurrent(kernel, claim, organizationId, key))
    if (cached) {
      await proof.admit([claim.known?.row])
      return cached
    }
    const result = await kernel.db.storeAs(
      storeEnvId,
      proof.entry,
      (tx) =>
        op.run(buildContext(kernel, op, call, { caller: proof.caller, storeEnvId, input, tx })) as Promise<unknown>,
      { organizationId, oneQuery: true },
    )
    const answer = buildAnswer(op, result, input.params, proof.caller)
    const stamp = proof.stamp()
    if (key && stamp !== undefined && answer.until === null)
      kernel.stampedAnswers.keep(organizationId, key, { stamp, answer })
    return answer
  } catch (error) {
    if (error === outdated)
      return await runInOneRoundTrip(kernel, op, call, uncacheClaim(claim), storeEnvId, organizationId, input)
    // The query failed before the caller was authenticated, but the authentication's refusal takes precedence.
    if (!proof.isAsked() && !isOfLoad(error)) await proof.admit(await kernel.db.ask(claim.entry, organizationId))
    throw error
  } finally {
    await proof.recordUse()
  }
}

/** The work starts in the round trip of the authentication, and is rolled back if that fails. */
async function runShared(
  charging: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  storeEnvId: string,
  known: Caller,
  { input, words }: SharedInput,
): Promise<Answer> {
  const kernel = chargingOnce(charging)
  const { organizationId } = known
  const proof = createProof(kernel, op, call, claim)
  const work = async (tx: StoreTx) => prepareWork(kernel, op, call, known, storeEnvId, input)(tx)
  const alone = (again: Claim) => runInOneTransaction(kernel, op, call, again, storeEnvId, organizationId)
  try {
    const shared = { storeEnvId, organizationId, words, entry: proof.entry, startsEarly: true, work }
    return await share(kernel, op, shared, () => alone(claim))
  } catch (error) {
    if (error === outdated) return await alone(uncacheClaim(claim))
    throw error
  } finally {
    await proof.recordUse()
  }
}

async function runInOneTransaction(
  kernel: Kernel,
  op: Operation,
  call: Call,
  claim: Claim,
  storeEnvId: string,
  organizationId: string,
): Promise<Answer> {
  const proof = createProof(kernel, op, call, claim)
  const mode = isRead(op.method) ? 'read' : 'write'
  const snapshot = op.transaction === 'snapshot'
  const work = async (tx: StoreTx) => {
    const answer = await prepareWork(kernel, op, call, proof.caller, storeEnvId, validateInput(op, call))(tx)
    if (call.isDryRun) throw new Undone(answer)
    return answer
  }
  try {
    return await retryTransient(() => {
      // A retry neither authenticates nor charges the caller again.
      if (!proof.isAsked())
        return kernel.db.storeAs(storeEnvId, proof.entry, work, {
          ...{ organizationId, mode, snapshot, startsOver: true },
        })
      const scope = { storeEnvId, organizationId: proof.caller.organizationId, by: toParty(proof.caller) }
      return kernel.db.store(scope, mode, work, { snapshot, startsOver: true })
    })
  } catch (error) {
    if (error === outdated)
      return await runInOneTransaction(kernel, op, call, uncacheClaim(claim), storeEnvId, organizationId)
    if (error instanceof Undone) return error.answer
    throw error
  } finally {
    await proof.recordUse()
  }
}

class Undone extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('The dry run was rolled back, as requested.')
    this.answer = answer
  }
}

const uncacheClaim = (claim: Claim): Claim => {
  claim.uncache?.()
  return { ...claim, known: undefined }
}

/** `admit` fills `caller` before any row reaches the work. */
function createProof(kernel: Kernel, op: Operation, call: Call, claim: Claim) {
  const caller: Caller = { ...claim.capabilities, id: '', organizationId: '', role: roles[0], scopes: [] }
  let isAsked = false
  let stamp: number | undefined
  // The use is recorded after the connection is returned. Otherwise first uses could fill the pool and wait for each other.
  let recordUse = async () => {}
  const admitRows = async (rows: unknown[]) => {
    isAsked = true
    Object.assign(
      caller,
      await admit(kernel, op, call, claim, rows, (write) => {
        recordUse = write
      }),
    )
    return caller
  }
  return {
    caller,
    entry: prepareEntry(op, claim, admitRows, (seen) => {
      stamp = seen
    }),
    stamp: () => stamp,
    admit: admitRows,
    isAsked: () => isAsked,
    recordUse: () => recordUse(),
  }
}

/**
 * A known key is authenticated by the versions in its row. If these have changed, the call restarts with a full lookup.
 */
function prepareEntry(
  op: Operation,
  { entry, known, remember }: Claim,
  admitRows: (rows: unknown[]) => Promise<Caller>,
  onStamp: (stamp: number) => void,
): Entry {
  const admitted = (caller: Caller) => ({ organizationId: caller.organizationId, by: toParty(caller) })
  if (known && op.transaction === 'single-query') {
    return {
      query: known.read,
      isReadOnly: true,
      admit: async (rows) => {
        const stamp = rows[0]?.stamp
        if (typeof stamp !== 'number') throw outdated
        onStamp(stamp)
        return admitted(await admitRows([known.row]))
      },
    }
  }
  if (known) {
    return {
      query: known.entry,
      admit: async (rows) => {
        if (rows[0]?.known !== true) throw outdated
        return admitted(await admitRows([known.row]))
      },
    }
  }
  return {
    query: entry,
    admit: async (rows) => {
      const caller = await admitRows(rows)
      remember?.(rows[0] as CallerRow)
      return admitted(caller)
    },
  }
}

const outdated = new Error('A key or subscription has changed since its last use.')

async function run(
  kernel: Kernel,
  op: Operation,
  call: Call,
  caller: Caller | undefined,
  storeEnvId: string,
): Promise<Answer> {
  const input = validateInput(op, call)
  const work = prepareWork(kernel, op, call, caller, storeEnvId, input)
  if (isManual(op) || !caller) return work(undefined)
  const { organizationId } = caller
  const mode = isRead(op.method) ? 'read' : 'write'
  const extra = {
    ...(isSearch(op, input) && { statementMs: searchMs }),
    ...{ snapshot: op.transaction === 'snapshot', startsOver: true },
    ...(op.transaction === 'snapshot' && { fromReplica: 'rows' as const }),
  }
  const inTransaction = () =>
    retryTransient(() =>
      op.tenancy === 'store'
        ? kernel.db.store({ storeEnvId, organizationId, by: toParty(caller) }, mode, work, extra)
        : kernel.db.organization(organizationId, mode, work),
    )
  return isSearch(op, input) ? kernel.search(organizationId, inTransaction) : inTransaction()
}

function isSearch({ input: { searches = [], searchingSorts = [] } }: Operation, input: Input): boolean {
  const query = input.query as Record<string, unknown> | undefined
  return ['q', ...searches].some((name) => query?.[name] !== undefined) || searchingSorts.includes(String(query?.sort))
}

function prepareWork(
  kernel: Kernel,
  op: Operation,
  call: Call,
  caller: Caller | undefined,
  storeEnvId: string,
  input: Input,
): (tx: StoreTx | OrganizationTx | undefined) => Promise<Answer> {
  const once = async (tx: unknown) =>
    buildAnswer(
      op,
      await op.run(buildContext(kernel, op, call, { caller, storeEnvId, input, tx })),
      input.params,
      caller,
    )
  const keyed = caller && !isRead(op.method) ? readKeyedCall(op, call.incoming, caller, storeEnvId, input) : undefined
  if (!keyed) return once
  return (tx) =>
    tx ? onceInTransaction(kernel, keyed, tx, () => once(tx)) : onceByClaim(kernel, keyed, () => once(undefined))
}
