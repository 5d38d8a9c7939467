// Operations and jobs that work beyond one store or organization, by name. Each new name needs a decision in review.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs, operations } from '../../server/entry/areas.ts'

test("operations across organizations only concern the caller's person or the access of a partner", () => {
  const across = operations.filter((op) => op.transaction === 'manual-across').map(({ id }) => id)
  assert.deepEqual(across.sort(), [
    'account.end_session',
    'account.end_sessions',
    'account.list_deprecations',
    'account.list_organizations',
    'account.list_stores',
    'account.update_profile',
    'partner.accept_grant',
    'partner.end_grant',
  ])
})

test("jobs across stores are periodic scans, the schedule's clock and work without a store", () => {
  assert.deepEqual(
    jobs
      .filter((job) => job.across)
      .map(({ id }) => id)
      .sort(),
    [
      'account.mail_deprecations',
      'account.mail_password_reset',
      'account.note_failed_sign_in',
      'account.notify_deprecations',
      'account.publish_removed',
      'affiliates.earn',
      'agenda.tick',
      'analytics.recount',
      'analytics.sum',
      'backups.clean_restores',
      'backups.sweep',
      'billing.apply_stripe_event',
      'billing.reconcile_stripe',
      'billing.sweep',
      'connectors.clean',
      'email.clean',
      'email.send',
      'email.sweep',
      'email_sequences.sweep',
      'events.clean',
      'evidence.check_gaps',
      'evidence.clean_packs',
      'evidence.heads',
      'evidence.sweep_rejection_mails',
      'evidence.write_pack',
      'galleries.clean_leads',
      'idempotency.clean',
      'imports.clean',
      'loyalty.birthdays_all',
      'loyalty.expire_all',
      'loyalty.referrals_all',
      'oauth.remove_ended',
      'orders.sweep_review_requests',
      'orgs.check_domains',
      'orgs.clean_sign_ups',
      'orgs.mail_sign_up',
      'orgs.publish_closing',
      'orgs.remove_closed',
      'outbound_webhooks.clean',
      'outbound_webhooks.sweep',
      'outbound_webhooks.wake',
      'review_incentives.sweep',
      'reviews.find_unvaried_photos',
      'reviews.remove_orphaned_photos',
      'reviews.sweep_reply_mails',
      'schedule.wake',
      'sending_domain.sweep',
      'shops.nights',
      'uploads.sweep',
      'webhooks.clean',
    ],
  )
})
