import { operation } from '#platform/calls/operation.ts'
import { changeSettings } from './commands.ts'
import { EmailSettings, EmailSettingsChanges } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'email.get_settings',
    http: 'GET /email/settings',
    tenancy: 'store',
    summary: 'How the store asks its buyers for reviews.',
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
    summary: 'Choose how the store asks its buyers for reviews.',
    description:
      'A field that is left out keeps its value. A changed `trigger`, `delayDays` or `reminderDelayDays` moves what is still scheduled, and what quiet hours or the limit per address made wait is judged anew when those change; what was sent stays as it is.',
    body: EmailSettingsChanges,
    returns: EmailSettings,
    run: ({ tx, body, audit }) => changeSettings(tx, audit, body),
  }),
]
