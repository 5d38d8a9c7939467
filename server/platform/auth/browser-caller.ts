// The signed-in browser's caller in one store. Pages use it, because they do not run through the dispatcher.

import type { CrossDb, StoreScope } from '../db/db.ts'
import { type Caller, capabilitiesOfSession } from '../identity/caller.ts'
import type { Billing, SubscriptionFacts } from '../identity/subscription.ts'
import type { Clock } from '../process/clock.ts'
import { type CallerRow, enterAsPerson, toSubscriptionFacts } from './claims.ts'
import type { SignedIn, UserAuth } from './users.ts'

/** `admitted` is missing when the store's operations would refuse this person. */
export type BrowserCaller = { signedIn: SignedIn; admitted?: { caller: Caller; subscription: SubscriptionFacts } }

export async function callerOfBrowser(
  { db, services }: { db: CrossDb; services: { users: UserAuth; clock: Clock; config: { billing: Billing } } },
  cookies: string | undefined,
  { storeEnvId, organizationId }: StoreScope,
): Promise<BrowserCaller | undefined> {
  const { users, clock, config } = services
  const signedIn = await users.findSession(cookies)
  if (!signedIn) return undefined
  const { person, session } = signedIn
  const vouchedBy = session.organizationId
  const conditions = { now: clock.now(), isBilled: config.billing !== 'off', vouchedBy }
  const [row] = await db.ask<CallerRow>(enterAsPerson(person.id, storeEnvId, organizationId, conditions))
  const isRefused =
    !row?.store_allowed ||
    row.closing ||
    row.single_sign_on_required === true ||
    (row.two_factor_required && session.secondFactor !== 'passed')
  if (!row || isRefused) return { signedIn }
  const caller: Caller = {
    ...capabilitiesOfSession,
    ...(vouchedBy !== null && { vouchedBy }),
    id: row.caller_id,
    organizationId: row.organization_id,
    role: row.role,
    scopes: row.scopes,
    ...(row.delegation && { delegation: row.delegation }),
  }
  return { signedIn, admitted: { caller, subscription: toSubscriptionFacts(row) } }
}
