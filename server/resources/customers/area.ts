import { Type } from 'typebox'
import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { questionAsked } from '#resources/faqs/events.ts'
import { leadSubmitted } from '#resources/galleries/events.ts'
import { orderReceived } from '#resources/orders/events.ts'
import { reviewWritten } from '#resources/reviews/events.ts'
import { rememberCustomers } from './commands.ts'
import { personalData } from './personal-data.ts'
import { customerOperations } from './routes.ts'
import { nameFolded } from './store.ts'

const auditActions = ['customer.exported'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

const customerColumns = { email: Type.String({ maxLength: 320 }), name: Type.String({ maxLength: 200 }) }

export default {
  name: 'customers',
  auditActions,
  adminPages: ['customers'],
  operations: ({ personalData: all }) => customerOperations(all.flatMap(({ lists }) => lists ?? [])),
  subscribers: [
    beforeCommit([orderReceived, reviewWritten, questionAsked, leadSubmitted], (tx, events) =>
      rememberCustomers(
        tx,
        // A refund is no new visit.
        events.flatMap(({ data: { email, name = null, ...more } }) =>
          email === null || 'onlyAmounts' in more ? [] : [{ email, name }],
        ),
      ),
    ),
  ],
  personalData,
  archive: [
    {
      table: 'customers',
      columns: customerColumns,
      made: { name_folded: nameFolded },
      addresses: ['email'],
      type: 'customer',
    },
  ],
} satisfies Area
