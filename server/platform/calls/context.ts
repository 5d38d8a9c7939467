import { type Audit, auditAs, toActor } from '../audit/audit.ts'
import { ownDb } from '../db/own.ts'
import { type Caller, toParty } from '../identity/caller.ts'
import { toClient } from '../identity/client.ts'
import type { Context, StorefrontVisit } from './definition.ts'
import type { Call, Kernel } from './kernel.ts'
import { isManual, type Operation } from './operation.ts'
import type { Input } from './validate.ts'

export const validateInput = (op: Operation, call: Call): Input => op.compiled().validator(call.read())

/** Undefined for invalid input, which is refused only after every other check. */
export function tryInput(op: Operation, call: Call): Input | undefined {
  try {
    return validateInput(op, call)
  } catch {
    return undefined
  }
}

type CallFacts = { caller?: Caller | undefined; visit?: StorefrontVisit; storeEnvId: string; input: Input; tx: unknown }

export function buildContext(
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
    ...(isManual(op) && { db: isOwn ? ownDb(db, { organizationId, storeEnvId, by: caller && toParty(caller) }) : db }),
    caller,
    storefront: visit,
    storeEnvId,
    now: services.clock.now(),
    ...input,
    request: call.incoming,
    services,
    // We record callers' addresses with their actions, but never visitors' addresses.
    audit: noting(call, auditAs(toActor(caller), caller && toClient(call.incoming))),
  } as unknown as Context<never, never, never, never, never>
}

const noting =
  (call: Call, audit: Audit): Audit =>
  async (...act) => {
    await audit(...act)
    call.isAudited = true
  }
