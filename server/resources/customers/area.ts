import type { Area } from '#platform/area.ts'
import { beforeCommit } from '#platform/events.ts'
import { orderReceived } from '#resources/orders/events.ts'
import { reviewWritten } from '#resources/reviews/events.ts'
import { rememberCustomers } from './commands.ts'
import { personalData } from './personal-data.ts'
import { customerOperations } from './routes.ts'

export default {
  name: 'customers',
  adminPages: ['customers'],
  operations: ({ personalData: all }) => customerOperations(all.flatMap(({ lists }) => lists ?? [])),
  subscribers: [
    beforeCommit([orderReceived, reviewWritten], (tx, events) =>
      rememberCustomers(
        tx,
        events.flatMap(({ data: { email, name } }) => (email === null ? [] : [{ email, name }])),
      ),
    ),
  ],
  personalData,
} satisfies Area
