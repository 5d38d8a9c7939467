import type { Area } from '#platform/areas/area.ts'
import { beforeCommit, onPicked } from '#platform/areas/events.ts'
import { prompts } from '#platform/mcp/prompts.ts'
import { conflict } from '#platform/values/errors.ts'
import { memberRemoved } from '#resources/account/events.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { ordersRemoving } from '#resources/orders/events.ts'
import { archive } from './archive.ts'
import attributes from './attributes/routes.ts'
import { countSubscribers } from './changes/counts-subscribers.ts'
import { followMerges } from './changes/follow-merges.ts'
import history from './changes/routes.ts'
import { changeSubscribers } from './changes/subscribers.ts'
import { unlinkOrders } from './commands.ts'
import { reviewEvents } from './events.ts'
import exportOperations from './files/export-routes.ts'
import { deleteAssigneesOf } from './inbox/note-commands.ts'
import notes from './inbox/note-routes.ts'
import replyTemplates from './inbox/template-routes.ts'
import { deleteUserViews } from './inbox/view-commands.ts'
import views from './inbox/view-routes.ts'
import languageJobs from './language-jobs.ts'
import moderationJobs from './moderation/jobs.ts'
import { replyMail } from './moderation/reply-mail-commands.ts'
import replyMailJobs from './moderation/reply-mail-jobs.ts'
import moderation from './moderation/routes.ts'
import { personalData } from './personal-data.ts'
import photoJobs from './photos/jobs.ts'
import { mediaPage } from './photos/media-route.ts'
import photos from './photos/routes.ts'
import { moderateQueue } from './prompts.ts'
import reports from './public/report-routes.ts'
import voteJobs from './public/vote-jobs.ts'
import operations from './routes.ts'
import { alreadyReviewed } from './rules.ts'
import { buyersOnlyMail } from './submissions/buyers-only-commands.ts'
import { confirmationPages } from './submissions/confirm-route.ts'
import { confirmationMail } from './submissions/confirmation-commands.ts'
import settings from './submissions/settings-routes.ts'

const auditActions = [
  'reply_template.created',
  'reply_template.deleted',
  'review.attributes_set',
  'review.approved',
  'review.content_edited',
  'review.correction_accepted',
  'review.correction_rejected',
  'review.deleted',
  'review.marked_spam',
  'review.photo_removed',
  'review.rejected',
  'review.reopened',
  'review.reports_resolved',
  'reviews.bulk_updated',
  'reviews.exported',
  'reviews.settings_updated',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'reviews',
  auditActions,
  adminPages: ['reviews'],
  operations: [
    ...operations,
    ...moderation,
    ...photos,
    ...reports,
    ...attributes,
    ...settings,
    ...history,
    ...views,
    ...replyTemplates,
    ...notes,
    ...exportOperations,
  ],
  pages: [mediaPage, ...confirmationPages],
  jobs: [...languageJobs, ...moderationJobs, ...photoJobs, ...replyMailJobs, ...voteJobs],
  events: reviewEvents,
  contributions: [mailKinds.of(confirmationMail, buyersOnlyMail, replyMail), prompts.of(moderateQueue)],
  errors: { already_reviewed: 409, buyers_only: 403, review_changed: 409, review_content_locked: 403 },
  constraints: {
    reviews_one_per_order_and_product: () => alreadyReviewed(),
    // If a review arrives while its order is being deleted, the later of the two transactions fails here.
    reviews_order_fk: () => conflict('The orders of this store are being changed at this moment. Try again.'),
  },
  subscribers: [
    ...changeSubscribers,
    ...countSubscribers,
    ...followMerges,
    onPicked(
      ordersRemoving,
      ({ ids }) => ids,
      async (tx, ids) => void (await unlinkOrders(tx, ids)),
    ),
    beforeCommit([memberRemoved], async (tx, events) => {
      const userIds = events.map(({ data }) => data.id)
      await deleteUserViews(tx, userIds)
      await deleteAssigneesOf(tx, userIds)
    }),
  ],
  personalData,
  archive,
} satisfies Area
