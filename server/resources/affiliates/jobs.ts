import { Type } from 'typebox'
import { afterCommit } from '#platform/areas/events.ts'
import { job } from '#platform/jobs/jobs.ts'
import { invoicePaid, invoiceRefunded } from '#resources/billing/events.ts'
import { earn } from './commands.ts'
import { earnJob } from './rules.ts'

const text = Type.String()

/** Runs across organizations, because the organization that earns the commission is not the one that paid. */
const earning = job({
  id: earnJob,
  across: true,
  payload: Type.Object({
    event: Type.Object({
      data: Type.Object({
        storeEnvId: text,
        organizationId: text,
        invoiceId: text,
        net: text,
        currency: text,
        at: text,
        creditNoteId: Type.Optional(text),
      }),
    }),
  }),
  run: ({ db }, { event }) => db.system('write', (tx) => earn(tx, event.data)),
})

export const jobs = [earning]
export const subscribers = [afterCommit([invoicePaid, invoiceRefunded], earning)]
