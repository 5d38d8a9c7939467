import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { changeSettings } from './commands.ts'
import { EmailSettings, EmailSettingsChanges } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'email.get_settings',
    http: 'GET /email/settings',
    tenancy: 'store',
    summary: 'Get the review request settings',
    returns: EmailSettings,
    oneQuery: true,
    tool: 'get_email_settings',
    run: ({ tx }) => store.find(tx),
  }),
  operation({
    id: 'email.update_settings',
    http: 'PUT /email/settings',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Update the review request settings',
    description:
      'Omitted fields stay. A changed `trigger`, `delayDays` or `reminderDelayDays` moves scheduled requests. Changed quiet hours or limits apply to waiting requests. Sent ones stay.',
    body: withExample(EmailSettingsChanges, {
      delayDays: 7,
      reminders: 1,
      quietHours: { start: '21:00', end: '08:00' },
    }),
    returns: EmailSettings,
    run: ({ tx, body, audit }) => changeSettings(tx, audit, body),
  }),
]
