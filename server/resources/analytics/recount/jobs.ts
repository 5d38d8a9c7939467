import { Type } from 'typebox'
import { forEveryStore } from '#platform/every-store.ts'
import { job } from '#platform/jobs.ts'
import { recountStore } from './commands.ts'

export default [
  job({
    id: 'analytics.recount',
    across: true,
    payload: Type.Object({}),
    schedule: '23 4 * * *',
    operatorName: 'analytics-recount',
    run: (ctx) =>
      forEveryStore(ctx, async (scope) => {
        const { differences } = await recountStore(ctx.db, scope)
        if (differences.length > 0)
          ctx.services.log.error(
            { storeEnvId: scope.storeEnvId, differences: differences.slice(0, 10), count: differences.length },
            'reports do not agree with the reviews they count',
          )
      }),
  }),
]
