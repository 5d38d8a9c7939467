import type { Area } from '#platform/areas/area.ts'
import { afterCommit, beforeCommit, onPicked, onPickedAsking } from '#platform/areas/events.ts'
import { conflict } from '#platform/values/errors.ts'
import { providerEvents } from '#resources/connectors/commands.ts'
import { isReceived, ordersChanged } from '#resources/orders/events.ts'
import { reviewPointsSet } from '#resources/review-incentives/events.ts'
import { archive } from './archive.ts'
import { loyaltyEvents, programChanged, rewardBooked } from './events.ts'
import { loyaltyJobs, recountJob, tellProvidersJob } from './jobs.ts'
import journal from './journal-routes.ts'
import members from './members/routes.ts'
import { recordOrders, recordRemoved, selectToRecord } from './orders/commands.ts'
import { personalData } from './personal-data.ts'
import program from './program/routes.ts'
import { rewardEvents } from './provider-event-commands.ts'
import referrals from './referrals/routes.ts'
import { recordReviewPoints } from './review-commands.ts'
import rewards from './rewards/routes.ts'
import shoppers from './shoppers/routes.ts'

const auditActions = [
  'loyalty_journal.exported',
  'loyalty_points.granted',
  'loyalty_program.changed',
  'loyalty_redemption.reversed',
  'loyalty_referral.decided',
  'loyalty_reward.changed',
  'loyalty_reward.created',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

const usedForAnother = (what: string) => () =>
  conflict(`This idempotencyKey was used for another ${what}. Use a new one.`, 'idempotency_key_reused')

export default {
  name: 'loyalty',
  adminPages: ['loyalty'],
  auditActions,
  operations: [...program, ...members, ...journal, ...rewards, ...referrals, ...shoppers],
  jobs: loyaltyJobs,
  events: loyaltyEvents,
  subscribers: [
    onPickedAsking(
      ordersChanged,
      ({ orders }) => orders.filter(isReceived).map(({ id }) => id),
      selectToRecord,
      (tx, _, answers) => recordOrders(tx, answers),
    ),
    onPicked(
      ordersChanged,
      ({ orders }) => orders.filter(({ type }) => type === 'removed').map(({ id }) => id),
      recordRemoved,
    ),
    beforeCommit([reviewPointsSet], (tx, events) =>
      recordReviewPoints(
        tx,
        events.map(({ data }) => data),
      ),
    ),
    afterCommit([programChanged], recountJob, { newestOnly: true }),
    afterCommit([rewardBooked], tellProvidersJob),
  ],
  contributions: [providerEvents.of(...rewardEvents)],
  features: { loyalty: 'growth' },
  errors: {
    already_referred: 409,
    codes_unavailable: 409,
    insufficient_points: 409,
    no_codes_left: 409,
    not_first_order: 409,
    program_disabled: 409,
    redeeming_off: 409,
    reward_inactive: 409,
    self_referral: 409,
  },
  constraints: {
    loyalty_grants_once: usedForAnother('grant'),
    loyalty_redemptions_once: usedForAnother('redemption'),
  },
  personalData,
  archive,
} satisfies Area
