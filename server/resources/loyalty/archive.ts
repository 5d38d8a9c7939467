import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { invalid } from '#platform/values/errors.ts'
import { hasUnexplainedBalance } from './journal-store.ts'
import { deleteMonths } from './liability/commands.ts'
import { completeJob, settleJob } from './points/commands.ts'
import { ProgramChanges } from './program/schema.ts'
import { issueJob } from './rewards/issuing.ts'
import { NewCodes, NewReward } from './rewards/schema.ts'
import { maxPoints } from './schema.ts'
import { isShopperKey } from './shoppers/rules.ts'

/** Limited to integers that JavaScript represents exactly. */
const Sum = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const Grant = Type.Integer({ minimum: -maxPoints, maximum: maxPoints })
const Given = Type.Integer({ minimum: 0, maximum: maxPoints })
const Reason = Type.String({ maxLength: 1_000 })
const { name, description, cost } = NewReward.properties
const { tiers, timezone } = ProgramChanges.properties

export const archive = [
  {
    table: 'loyalty_programs',
    columns: {
      ...{
        timezone,
        tiers,
        birthday_points: Given,
        advocate_points: Given,
        friend_points: Given,
        review_points: Given,
      },
      ...{ referral_minimum: Type.Number({ minimum: 0 }), expiry_days: Type.Integer({ minimum: 1, maximum: 3650 }) },
    },
  },
  {
    table: 'loyalty_rates',
    columns: {
      version: Type.Integer({ minimum: 1 }),
      points_per_unit: Type.Number({ minimum: 0, maximum: 1000 }),
      hold_days: Type.Integer({ minimum: 0, maximum: 365 }),
    },
  },
  {
    table: 'loyalty_members',
    columns: { email: Type.String({ maxLength: 320 }), balance: Sum, pending: Sum, tier_points: Sum },
    addresses: ['email'],
    type: 'member',
    after: (tx) => scheduleWakeUp(tx, settleJob, tx.now),
  },
  {
    table: 'loyalty_grants',
    without: ['import_id', 'import_line'],
    type: 'grant',
    columns: { points: Grant, reason: Reason },
    restored: restoreGrant,
  },
  { table: 'loyalty_order_points' },
  {
    table: 'loyalty_rewards',
    type: 'reward',
    columns: { name, description, cost, value: Type.Number({ minimum: 0 }), code: Type.String({ maxLength: 64 }) },
  },
  { table: 'loyalty_reward_codes', columns: { code: NewCodes.properties.codes.items } },
  {
    table: 'loyalty_redemptions',
    columns: { points: Type.Integer({ minimum: 1, maximum: maxPoints }) },
    type: 'redemption',
    restored: restoreRedemption,
    // No shop is connected after a restore, so this wake-up lets the job return the points of redemptions that wait for a
    // code.
    after: (tx) => scheduleWakeUp(tx, issueJob, tx.now),
  },
  {
    table: 'loyalty_referrals',
    addresses: ['friend_email'],
    type: 'referral',
    after: (tx: StoreTx) => scheduleWakeUp(tx, completeJob, tx.now),
  },
  { table: 'loyalty_referral_codes', columns: { code: Type.String({ maxLength: 64 }) } },
  {
    table: 'loyalty_journal',
    type: 'journal_line',
    columns: { delta: Sum, balance: Sum, reason: Reason },
    together: requireExplainedBalances,
    // Rows are added, not replaced: a store being restored has no members, and therefore no journal lines.
    isAddedTo: true,
    restored: (row, restoring) => ({ ref: withNewIds(row.ref, restoring) }),
    after: deleteMonths,
  },
] satisfies readonly ArchivedTable[]

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const withNewIds = (ref: unknown, { idOf }: Restoring) => (typeof ref === 'string' ? ref.replace(ids, idOf) : null)

/** The caller chose the reference of a manual grant and may repeat the request, so the reference is not changed. */
function restoreGrant({ kind, ref }: ArchivedRow, restoring: Restoring): ArchivedRow {
  return kind === 'manual' ? {} : { ref: withNewIds(ref, restoring) }
}

/**
 * A shopper's key contains the member's id, which changes. A merchant's own key is not changed, so a repeated request
 * finds the redemption.
 */
function restoreRedemption({ idempotency_key: key }: ArchivedRow, restoring: Restoring): ArchivedRow {
  return isShopperKey(String(key)) ? { idempotency_key: withNewIds(key, restoring) } : {}
}

/** Balances must equal the sum of their lines, so an archive cannot invent points. */
async function requireExplainedBalances(tx: StoreReads): Promise<void> {
  if (await hasUnexplainedBalance(tx))
    throw invalid('Invalid archive: the balance of a member is not the sum of its journal lines.')
}
