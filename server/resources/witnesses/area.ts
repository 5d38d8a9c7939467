import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { headSigned } from '#resources/evidence/events.ts'
import { offerLater } from './commands.ts'
import witnessJobs from './jobs.ts'
import witnesses from './routes.ts'

export default {
  name: 'witnesses',
  scopes: [],
  operations: witnesses,
  jobs: witnessJobs,
  subscribers: [beforeCommit([headSigned], (tx) => offerLater(tx))],
} satisfies Area
