// Every area of the service, a line each. Adding one here is all it takes to serve it, document it and test it.
import type { Job } from '#platform/jobs.ts'
import type { Operation } from '#platform/operation.ts'
import auditLog from '#resources/account/audit-log/routes.ts'
import account from '#resources/account/routes.ts'
import userJobs from '#resources/account/users/jobs.ts'
import users from '#resources/account/users/routes.ts'
import apiKeys from '#resources/api-keys/routes.ts'
import billing from '#resources/billing/routes.ts'
import features from '#resources/features/routes.ts'
import health from '#resources/health/routes.ts'

export const operations: readonly Operation[] = [
  ...account,
  ...auditLog,
  ...users,
  ...apiKeys,
  ...billing,
  ...features,
  ...health,
]

export const jobs: readonly Job[] = [...userJobs]

refuseDuplicates(
  'operation',
  operations.map((op) => op.id),
)
refuseDuplicates(
  'route',
  operations.map((op) => `${op.method} ${op.path}`),
)
refuseDuplicates(
  'job',
  jobs.map((job) => job.id),
)

function refuseDuplicates(what: string, names: string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Error(`Two ${what}s are named ${twice}.`)
}
