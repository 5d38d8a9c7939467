// A write that may share its transaction with other calls of its store. If the shared transaction fails, the call runs
// again in a transaction of its own, so its response does not depend on other calls.
import type { Entry, StoreTx } from '../db/db.ts'
import { needsOwnTransaction } from '../db/shared-writes.ts'
import type { ActionLimits } from '../limits/action-limits.ts'
import type { Answer } from './answer.ts'
import { tryInput } from './context.ts'
import type { Call, Kernel } from './kernel.ts'
import type { Operation } from './operation.ts'
import type { Input } from './validate.ts'

export type SharedInput = { input: Input; words: readonly string[] }

/** Undefined for a call that runs alone. Invalid input is refused only after every other check. */
export function readSharedInput(op: Operation, call: Call): SharedInput | undefined {
  if (op.transaction !== 'shared' || call.isDryRun) return undefined
  const input = tryInput(op, call)
  const words = input && op.input.sharedBy?.(input)
  if (!words) return undefined
  const { idempotencyKey: key } = call.incoming
  return { input, words: key === undefined ? words : [...words, `idempotency-key ${key}`] }
}

type SharedFacts = {
  storeEnvId: string
  organizationId?: string
  words: readonly string[]
  entry: Entry
  startsEarly?: boolean
  work: (tx: StoreTx) => Promise<Answer>
}

export async function share(
  { db }: Kernel,
  { id: operation }: Operation,
  shared: SharedFacts,
  runAlone: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.share({ operation, ...shared })
  } catch (error) {
    if (error === needsOwnTransaction) return runAlone()
    throw error
  }
}

/** A call that runs twice is charged once. */
export function chargingOnce(kernel: Kernel): Kernel {
  const { services } = kernel
  const charges = new Map<string, Promise<void>>()
  const actionLimits: ActionLimits = {
    spend(what, ...about) {
      const charge = charges.get(what) ?? services.actionLimits.spend(what, ...about)
      charges.set(what, charge)
      return charge
    },
  }
  return { ...kernel, services: { ...services, actionLimits } }
}
