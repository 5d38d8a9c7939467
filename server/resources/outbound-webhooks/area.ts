import type { Area } from '#platform/area.ts'
import { beforeCommit, subjectErased } from '#platform/events.ts'
import { catalogue } from '#resources/events/events.ts'
import { sealedSecret } from './commands.ts'
import { writeEvents } from './deliveries/commands.ts'
import deliveries from './deliveries/routes.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'

export default {
  name: 'outbound-webhooks',
  operations: [...operations, ...deliveries],
  jobs,
  subscribers: [beforeCommit([...catalogue, subjectErased], writeEvents)],
  features: { outbound_webhooks: 'growth' },
  errors: { webhook_disabled: 409 },
  sealed: [sealedSecret],
} satisfies Area
