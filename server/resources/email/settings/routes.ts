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
    doc: {
      summary: 'Get the review request settings',
      description: 'Returns when the store asks buyers for reviews, whom it asks, and the limits for one address.',
    },
    tool: 'get_email_settings',
    output: { body: EmailSettings },
    transaction: 'single-query',
    run: ({ tx }) => store.find(tx),
  }),
  operation({
    id: 'email.update_settings',
    http: 'PUT /email/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Update the review request settings',
      description:
        'Omitted fields keep their values. A changed `trigger`, `delayDays` or `reminderDelayDays` moves scheduled requests. Changed quiet hours or limits apply to waiting requests. Requests that were sent do not change.',
    },
    input: {
      body: withExample(EmailSettingsChanges, {
        delayDays: 7,
        reminders: 1,
        quietHours: { start: '21:00', end: '08:00' },
      }),
    },
    output: { body: EmailSettings },
    run: ({ tx, body, audit }) => changeSettings(tx, audit, body),
  }),
]
