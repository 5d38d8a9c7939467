import type { PersonalData } from '#platform/areas/personal-data.ts'
import { readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import { CustomerRequest } from './schema.ts'
import { listCustomerRequests } from './store.ts'

/** The subscriber of `orders.buyer_erased` skips the requests, so nothing is erased here. */
export const personalData: PersonalData = {
  tables: ['review_requests'],
  lists: [
    {
      name: 'requests',
      description: 'Review requests to the person, newest first.',
      shape: CustomerRequest,
      isActivity: true,
      list: (tx, { email }, limit) => listCustomerRequests(tx, email, limit),
    },
  ],
  // Blocks the store's sweeps, so that the erasure sees requests that were just handed over.
  lock: (tx) => readStoreFacts(tx, true),
}
