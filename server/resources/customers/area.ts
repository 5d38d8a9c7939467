import { Type } from 'typebox'
import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { questionAsked } from '#resources/faqs/events.ts'
import { leadSubmitted } from '#resources/galleries/events.ts'
import { ordersChanged } from '#resources/orders/events.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { writtenIn } from '#resources/reviews/changes/rules.ts'
import { rememberCustomers } from './commands.ts'
import { personalData } from './personal-data.ts'
import { customerOperations } from './routes.ts'
import { nameFolded } from './store.ts'

const auditActions = ['customer.exported', 'customers.exported'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

const customerColumns = { email: Type.String({ maxLength: 320 }), name: Type.String({ maxLength: 200 }) }

const personIn = ({ email, name = null }: { email: string | null; name?: string | null }) =>
  email === null ? [] : [{ email, name }]

export default {
  name: 'customers',
  auditActions,
  adminPages: ['customers'],
  operations: ({ personalData: all }) => customerOperations(all.flatMap(({ lists }) => lists ?? [])),
  subscribers: [
    beforeCommit([ordersChanged, reviewsChanged, questionAsked, leadSubmitted], (tx, events) =>
      rememberCustomers(
        tx,
        events.flatMap(({ data }) => {
          if ('reviews' in data) return data.reviews.flatMap(writtenIn).flatMap(personIn)
          // Only a received or stated order makes a person a customer. A refund does not.
          if ('orders' in data)
            return data.orders.flatMap((order) =>
              order.type === 'received' || order.type === 'stated' ? personIn(order) : [],
            )
          return personIn(data)
        }),
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
