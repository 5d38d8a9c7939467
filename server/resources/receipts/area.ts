import type { Area } from '#platform/areas/area.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { receiptMail, receiptSubscribers } from './commands.ts'
import jobs from './jobs.ts'
import { receiptPages } from './receipt-route.ts'

export default {
  name: 'receipts',
  // Authors have no key. The token in the URL gives access.
  scopes: [],
  operations: [],
  pages: receiptPages,
  jobs,
  subscribers: receiptSubscribers,
  contributions: [mailKinds.of(receiptMail)],
} satisfies Area
