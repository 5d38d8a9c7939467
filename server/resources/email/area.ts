import type { Area } from '#platform/area.ts'
import { type MessageKind, sealedMailData } from './commands.ts'
import { emailEvents } from './events.ts'
import feedback from './feedback/routes.ts'
import { emailJobs } from './jobs.ts'
import mailbox from './mailbox/routes.ts'
import messages from './messages/routes.ts'
import { personalData } from './personal-data.ts'
import sending from './sending/routes.ts'
import settings from './settings/routes.ts'
import templates from './templates/routes.ts'
import { unsubscribePages } from './unsubscribing/unsubscribe-route.ts'

/** `kinds`: what areas know of their own mails. */
export default (kinds: readonly MessageKind[]) =>
  ({
    name: 'email',
    adminPages: ['settings/email', 'email/templates', 'email/messages', 'mailbox'],
    operations: [...settings, ...messages, ...sending, ...templates, ...mailbox, ...feedback],
    pages: unsubscribePages,
    jobs: emailJobs(kinds),
    events: emailEvents,
    errors: { recipient_forbidden: 403 },
    sealed: [sealedMailData],
    personalData,
  }) satisfies Area
