import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'

const Health = Type.Object(
  { status: Type.Literal('ok'), database: Type.Literal('ok'), version: Type.String() },
  { title: 'Health' },
)

export default [
  operation({
    id: 'health.get',
    http: 'GET /health',
    tenancy: 'public',
    unlimited: true,
    manual: true,
    summary: 'Whether the service and its database answer.',
    description:
      'Answers 503 `database_unavailable` while the database is away; the process stays up and recovers by itself.',
    returns: Health,
    errors: ['database_unavailable'],
    async run({ db, services }) {
      await db.probe()
      return { status: 'ok' as const, database: 'ok' as const, version: services.config.version }
    },
  }),
]
