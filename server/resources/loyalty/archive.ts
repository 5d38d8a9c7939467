import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/archive.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import { forgetMonths } from './liability/commands.ts'
import { settleJob } from './points/commands.ts'
import { completeJob } from './referrals/commands.ts'
import { issueJob } from './rewards/issuing.ts'

export const archive = [
  { table: 'loyalty_programs' },
  { table: 'loyalty_rates' },
  {
    table: 'loyalty_members',
    addresses: ['email'],
    type: 'member',
    after: (tx) => scheduleWakeUp(tx, settleJob, tx.now),
  },
  { table: 'loyalty_grants', without: ['import_id', 'import_line'], type: 'grant', restored: grantOf },
  { table: 'loyalty_order_points' },
  { table: 'loyalty_rewards', type: 'reward' },
  { table: 'loyalty_reward_codes' },
  {
    table: 'loyalty_redemptions',
    type: 'redemption',
    // No shop is connected after a restore: points that were waiting for a code go back.
    after: (tx) => scheduleWakeUp(tx, issueJob, tx.now),
  },
  {
    table: 'loyalty_referrals',
    addresses: ['friend_email'],
    type: 'referral',
    after: (tx: StoreTx) => scheduleWakeUp(tx, completeJob, tx.now),
  },
  {
    table: 'loyalty_journal',
    type: 'journal_line',
    // Its lines cannot be deleted but with their members, of which a store that is restored into has none.
    isAddedTo: true,
    restored: (row, restoring) => ({ ref: withNewIds(row.ref, restoring) }),
    after: forgetMonths,
  },
] satisfies readonly ArchivedTable[]

const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const withNewIds = (ref: unknown, { idOf }: Restoring) => (typeof ref === 'string' ? ref.replace(ids, idOf) : null)

/** A grant by hand has a reference of its caller's, who may send it again. */
function grantOf({ kind, ref }: ArchivedRow, restoring: Restoring): ArchivedRow {
  return kind === 'manual' ? {} : { ref: withNewIds(ref, restoring) }
}
