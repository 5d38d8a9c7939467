import type { Area } from '#platform/areas/area.ts'
import { shopHearers } from '#resources/connectors/shop-reading/commands.ts'
import { webhookJobs, webhookSubscribers } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { createReceiver } from './receiving/receiver.ts'
import { webhookOperations } from './routes.ts'

export default {
  name: 'webhooks',
  adminPages: ['settings/shop'],
  operations: webhookOperations(createReceiver()),
  jobs: ({ personalData: people, contributions }) => webhookJobs(people, shopHearers.in(contributions)),
  subscribers: webhookSubscribers,
  errors: { payload_gone: 409 },
  personalData,
} satisfies Area
