import { type Audit, actorOf, auditAs } from '../audit/audit.ts'
import { ownDb } from '../db/own.ts'
import { type Caller, partyOf } from '../identity/caller.ts'
import { clientOf } from '../identity/client.ts'
import type { Context, StorefrontVisit } from './definition.ts'
import type { Call, Kernel } from './kernel.ts'
import { isManual, type Operation } from './operation.ts'
import type { Input } from './validate.ts'

export const inputOf = (op: Operation, call: Call): Input => op.compiled().validator(call.read())

/** Undefined for invalid input, which is refused only after every other check. */
export function tryInput(op: Operation, call: Call): Input | undefined {
  try {
    return inputOf(op, call)
  } catch {
    return undefined
  }
}

type CallFacts = { caller?: Caller | undefined; visit?: StorefrontVisit; storeEnvId: string; input: Input; tx: unknown }

export function contextOf(
  kernel: Kernel,
  op: Operation,
  call: Call,
  { caller, visit, storeEnvId, input, tx }: CallFacts,
) {
  const { db, services } = kernel
  const organizationId = (visit ?? caller)?.organizationId
  const isOwn = op.transaction !== 'manual-across' && organizationId !== undefined
  return {
    tx,
    ...(isManual(op) && { db: isOwn ? ownDb(db, { organizationId, storeEnvId, by: caller && partyOf(caller) }) : db }),
    caller,
    storefront: visit,
    storeEnvId,
    now: services.clock.now(),
    ...input,
    request: call.incoming,
    services,
    // We record callers' addresses with their actions, but no visitor's.
    audit: noting(call, auditAs(actorOf(caller), caller && clientOf(call.incoming))),
  } as unknown as Context<never, never, never, never, never>
}

const noting =
  (call: Call, audit: Audit): Audit =>
  async (...act) => {
    await audit(...act)
    call.isAudited = true
  }
