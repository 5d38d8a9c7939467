// If several calls write to a store during another transaction of the store, they share the next transaction, so that
// one commit serves all of them. Calls can join a group until its transaction starts.
import { AppError, isTransient, shareTaken } from '../values/errors.ts'
import type { Entry } from './entering.ts'
import { type Group, OpenGroups } from './open-groups.ts'
import { compile } from './query.ts'
import { type Outcome, runTogether, type TenantTransaction } from './shared-statements.ts'

export type SharedCall<Tx, T> = {
  storeEnvId: string
  /** Organization whose share of the connections is charged. If absent, the store's organization is charged. */
  organizationId?: string | undefined
  operation: string
  /** Values on which calls conflict, such as an order's id. Calls with a common value never share a transaction. */
  words: readonly string[]
  /** Only calls with the same statement and values share a transaction, so they have the same caller. */
  entry: Entry
  /** The caller is known from an earlier call, so the work starts in the round trip of the authentication. */
  startsEarly?: boolean
  work(tx: Tx): Promise<T>
}

/** Nothing was changed. The call needs a transaction of its own. */
export const needsOwnTransaction = new Error('The shared transaction was rolled back.')

const runAgain = new Error('Another call of the shared transaction failed.')

const maxMembers = 32
/** Limit of waiting calls per organization. Calls that wait for a connection have the same limit. */
const maxWaiting = 200
const maxAttempts = 2

type Member<Tx> = SharedCall<Tx, unknown> & {
  organizationId: string
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Returns a transaction of the store, which starts after earlier writes of the store. It sends the query of `entry`,
 * calls `admit` with the rows, and applies the result.
 */
type BeginTransaction<Tx> = (
  first: { storeEnvId: string; organizationId: string },
  entry: Entry,
) => TenantTransaction & Tx

export type SharedWrites<Tx> = { share<T>(call: SharedCall<Tx, T>): Promise<T> }

export function createSharedWrites<Tx>(
  begin: BeginTransaction<Tx>,
  dispatch: (tx: Tx) => Promise<void>,
  organizationOf: (storeEnvId: string) => string,
): SharedWrites<Tx> {
  const groups = new OpenGroups<Member<Tx>>(maxMembers)
  const waiting = new Map<string, number>()

  const join = (call: SharedCall<Tx, unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const { storeEnvId, organizationId = organizationOf(storeEnvId), operation, entry } = call
      const count = waiting.get(organizationId) ?? 0
      if (count >= maxWaiting) return reject(shareTaken())
      waiting.set(organizationId, count + 1)
      const { text, values = [] } = compile(entry.query)
      const name = [operation, storeEnvId, text, ...values.map(spell)].join(' ')
      const group = groups.join(name, { ...call, organizationId, resolve, reject })
      if (group) void run(group)
    })

  const close = (group: Group<Member<Tx>>): void => {
    groups.close(group)
    for (const { organizationId } of group.members) {
      const left = (waiting.get(organizationId) ?? 0) - 1
      if (left > 0) waiting.set(organizationId, left)
      else waiting.delete(organizationId)
    }
  }

  const run = async (group: Group<Member<Tx>>): Promise<void> => {
    const [first] = group.members as [Member<Tx>]
    const { members } = group
    let isAdmitted = false
    const admit = async (rows: Record<string, unknown>[]) => {
      const admissions = await Promise.all(members.map((member) => admitOne(member, rows)))
      const [admission] = admissions
      if (!admission || admissions.includes(undefined)) throw runAgain
      isAdmitted = true
      return admission
    }
    const tx = begin(first, { query: first.entry.query, admit })
    let outcomes: Outcome<unknown>[] = []
    let isCommitting = false
    try {
      await tx.waitForTurn().finally(() => close(group))
      // Every process starts calls in the order of their `words`, so that two transactions lock rows in the same order.
      members.sort((a, b) => (lowest(a) < lowest(b) ? -1 : 1))
      await tx.perform(async () => {
        if (!first.startsEarly) await tx.enter()
        if (members.length === 1) outcomes = [{ answer: await first.work(tx) }]
        else
          outcomes = await runTogether(
            tx,
            members.map(({ work }) => work),
          )
        if (outcomes.some((outcome) => outcome === 'aborted' || 'failure' in outcome)) throw runAgain
        // If the work sent no statement, the caller is not authenticated yet.
        await tx.enter()
        if (tx.outbox.length > 0) await dispatch(tx)
        isCommitting = true
      })
      for (const [i, { resolve }] of members.entries()) resolve((outcomes[i] as { answer: unknown }).answer)
    } catch (error) {
      const { startsEarly = false } = first
      const phase = { isAlone: members.length === 1, startsEarly, isAdmitted, isCommitting }
      for (const [i, { reject }] of members.entries()) reject(answerFor(error, outcomes[i], phase))
    }
  }

  return {
    async share<T>(call: SharedCall<Tx, T>): Promise<T> {
      for (let attempts = 1; attempts <= maxAttempts; attempts++) {
        try {
          return (await join(call)) as T
        } catch (error) {
          if (error !== runAgain) throw error
        }
      }
      throw needsOwnTransaction
    },
  }
}

/** A refused call gets its own refusal, and the others run again without it. */
async function admitOne({ entry, reject }: Pick<Member<never>, 'entry' | 'reject'>, rows: Record<string, unknown>[]) {
  try {
    return await entry.admit(rows)
  } catch (error) {
    reject(error)
    return undefined
  }
}

type Phase = { isAlone: boolean; startsEarly: boolean; isAdmitted: boolean; isCommitting: boolean }

function answerFor(error: unknown, outcome: Outcome<unknown> | undefined, phase: Phase): unknown {
  const { isAlone, startsEarly, isAdmitted, isCommitting } = phase
  if (isUnavailable(error)) return error
  // The refusal of an unauthenticated caller takes precedence over any error of the caller's work.
  if (!isAdmitted) return startsEarly || error !== runAgain ? needsOwnTransaction : runAgain
  if (error === runAgain)
    return outcome && outcome !== 'aborted' && 'failure' in outcome ? needsOwnTransaction : runAgain
  if (isTransient(error)) return isAlone ? needsOwnTransaction : runAgain
  // If the connection broke during the commit, the database may have committed.
  const isUnknown = isCommitting && !(error instanceof AppError) && (error as { code?: string }).code === undefined
  return isAlone || isUnknown ? error : needsOwnTransaction
}

const isUnavailable = (error: unknown) =>
  error instanceof AppError && (error.status === 503 || error.code === 'rate_limited')

const lowest = ({ words }: { words: readonly string[] }): string => words.toSorted()[0] ?? ''

const spell = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('base64url') : String(value))
