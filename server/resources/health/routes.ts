import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { AppError } from '#platform/values/errors.ts'

const Health = Type.Object(
  {
    status: Type.Literal('ok', { description: 'State of the service: `ok`, or the problem.', examples: ['ok'] }),
    database: Type.Literal('ok', { description: 'State of the database: `ok`, or the problem.', examples: ['ok'] }),
    version: Type.String({ description: 'Version of the service.', examples: ['1.0.0'] }),
  },
  { title: 'Health' },
)

const Ready = Type.Object(
  {
    status: Type.Literal('ready', {
      description: 'State of the process: `ready`. A stopping process answers 503.',
      examples: ['ready'],
    }),
  },
  { title: 'Readiness' },
)

export default [
  operation({
    id: 'health.get',
    http: 'GET /health',
    tenancy: 'public',
    access: { charges: 'nothing' },
    doc: {
      summary: 'Get the state of the service',
      description:
        'Returns 503 `database_unavailable` while the database is unreachable. The process recovers on its own.',
    },
    output: { body: Health, errors: ['database_unavailable'] },
    async run({ db, services }) {
      await db.probe()
      return { status: 'ok' as const, database: 'ok' as const, version: services.config.version }
    },
  }),
  operation({
    id: 'health.get_ready',
    http: 'GET /health/ready',
    tenancy: 'public',
    access: { charges: 'nothing' },
    doc: {
      summary: 'Get the readiness of the process',
      description:
        'For load balancers. Returns 503 `temporarily_unavailable` after the process was asked to stop. It still serves calls for `DRAIN_SECONDS`. The state of the database does not change the response.',
    },
    output: { body: Ready, errors: ['temporarily_unavailable'] },
    async run({ services }) {
      if (services.readiness.isStopping)
        throw new AppError(503, 'temporarily_unavailable', 'This process is stopping. Send calls to another process.', {
          headers: { 'retry-after': '1' },
        })
      return { status: 'ready' as const }
    },
  }),
]
