import type { Area } from '#platform/areas/area.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { answerMail } from './answer-mails/commands.ts'
import jobs from './answer-mails/jobs.ts'
import { archive } from './archive.ts'
import { followMerges } from './merge-subscriber.ts'
import { personalData } from './questions/personal-data.ts'
import questions from './questions/routes.ts'
import asking from './questions/storefront-route.ts'
import operations from './routes.ts'
import shown from './shown/routes.ts'

const auditActions = ['faq.deleted', 'faq.published', 'faq.unpublished', 'faq_question.deleted'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'faqs',
  auditActions,
  adminPages: ['faqs'],
  operations: [...operations, ...questions, ...shown, ...asking],
  jobs,
  subscribers: [followMerges],
  contributions: [mailKinds.of(answerMail)],
  personalData,
  archive,
} satisfies Area
