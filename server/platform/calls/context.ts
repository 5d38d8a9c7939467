// What an operation runs with, made from what its dispatcher has found out: the same for callers and for storefronts.
import { type Audit, actorOf, auditAs } from '../audit/audit.ts'
import { ownDb } from '../db/own.ts'
import { type Caller, partyOf } from '../identity/caller.ts'
import { clientOf } from '../identity/client.ts'
import type { Call, Kernel } from './kernel.ts'
import type { Context, Operation, StorefrontVisit } from './operation.ts'
import type { Input } from './validate.ts'

/** What was sent, as the operation's schemas mean it; throws 400. */
export const inputOf = (op: Operation, call: Call): Input => op.compiled().validator(call.read())

/** Invalid input is refused only after every other check, so a failure here is not an answer yet. */
export function tryInput(op: Operation, call: Call): Input | undefined {
  try {
    return inputOf(op, call)
  } catch {
    return undefined
  }
}

type Known = { caller?: Caller | undefined; visit?: StorefrontVisit; storeEnvId: string; input: Input; tx: unknown }

export function contextOf(kernel: Kernel, op: Operation, call: Call, { caller, visit, storeEnvId, input, tx }: Known) {
  const { db, services } = kernel
  const organizationId = (visit ?? caller)?.organizationId
  const isOwn = !op.across && organizationId !== undefined
  return {
    tx,
    ...(op.manual && { db: isOwn ? ownDb(db, { organizationId, storeEnvId, by: caller && partyOf(caller) }) : db }),
    caller,
    storefront: visit,
    storeEnvId,
    now: services.clock.now(),
    ...input,
    request: call.incoming,
    services,
    // A visitor's address is not recorded; a caller's is recorded with what they did.
    audit: noting(call, auditAs(actorOf(caller), caller && clientOf(call.incoming))),
  } as unknown as Context<never, never, never, never, never>
}

const noting =
  (call: Call, audit: Audit): Audit =>
  async (...act) => {
    await audit(...act)
    call.isAudited = true
  }
