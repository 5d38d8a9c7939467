import { operation } from '#platform/calls/operation.ts'
import { newId } from '#platform/values/ids.ts'
import { withExample } from '#platform/values/wire.ts'
import { Notifications } from './notice-schema.ts'
import * as store from './notice-store.ts'

export default [
  operation({
    id: 'analytics.get_notifications',
    http: 'GET /analytics/notifications',
    tenancy: 'store',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'Get your email notifications',
      description:
        'Every person chooses for themselves, per store. For your own systems, subscribe a webhook to `review.created` and check `data.rating`.',
    },
    output: { body: Notifications },
    run: async ({ tx, caller }) =>
      (await store.find(tx, caller.id)) ?? { weeklySummary: false, lowRatings: false, language: 'en' as const },
  }),
  operation({
    id: 'analytics.update_notifications',
    http: 'PUT /analytics/notifications',
    tenancy: 'store',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'Update your email notifications',
      description: 'Each email has a link that turns off its kind. Emails stop when you lose access to the store.',
    },
    input: { body: withExample(Notifications, { weeklySummary: true, lowRatings: true, language: 'en' }) },
    output: { body: Notifications },
    async run({ tx, caller, body, now }) {
      await store.upsert(tx, newId(now.getTime()), caller.id, body)
      return body
    },
  }),
]
