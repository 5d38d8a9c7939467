import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'

const Health = Type.Object(
  {
    status: Type.Literal('ok', { description: 'State of the service: `ok`, or the problem.', examples: ['ok'] }),
    database: Type.Literal('ok', { description: 'State of the database: `ok`, or the problem.', examples: ['ok'] }),
    version: Type.String({ description: 'Version of the service.', examples: ['1.0.0'] }),
  },
  { title: 'Health' },
)

export default [
  operation({
    id: 'health.get',
    http: 'GET /health',
    tenancy: 'public',
    access: { charges: 'nothing' },
    doc: {
      summary: 'Get the state of the service',
      description: 'Returns 503 `database_unavailable` while the database is away. The process recovers on its own.',
    },
    output: { body: Health, errors: ['database_unavailable'] },
    async run({ db, services }) {
      await db.probe()
      return { status: 'ok' as const, database: 'ok' as const, version: services.config.version }
    },
  }),
]
