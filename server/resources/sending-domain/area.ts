import type { Area } from '#platform/area.ts'
import { sealedSendingKey } from './commands.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'
import { leastPlan } from './rules.ts'

export default {
  name: 'sending-domain',
  adminPages: ['settings/sending-domain'],
  operations,
  jobs,
  features: { custom_sending_domain: leastPlan },
  sealed: [sealedSendingKey],
} satisfies Area
