import type { Area } from '#platform/areas/area.ts'
import { archive } from './archive.ts'
import { mailKinds, sealedMailData } from './commands.ts'
import { emailEvents } from './events.ts'
import feedback from './feedback/routes.ts'
import { emailJobs } from './jobs.ts'
import messages from './messages/routes.ts'
import { personalData } from './personal-data.ts'
import sending from './sending/routes.ts'
import mailbox from './settings/mailbox-routes.ts'
import settings from './settings/routes.ts'
import { templateOperations } from './templates/routes.ts'
import { unsubscribePages } from './unsubscribing/unsubscribe-route.ts'

const auditActions = [
  'email.sending_paused',
  'email.sending_resumed',
  'email_settings.updated',
  'email_template.reset',
  'email_template.updated',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'email',
  auditActions,
  adminPages: ['settings/email', 'email/templates', 'email/messages', 'mailbox'],
  operations: ({ contributions }) => [
    ...settings,
    ...messages,
    ...sending,
    ...templateOperations(mailKinds.in(contributions)),
    ...mailbox,
    ...feedback,
  ],
  pages: unsubscribePages,
  jobs: ({ contributions }) => emailJobs(mailKinds.in(contributions)),
  events: emailEvents,
  errors: { recipient_forbidden: 403 },
  sealed: [sealedMailData],
  personalData,
  archive,
} satisfies Area
