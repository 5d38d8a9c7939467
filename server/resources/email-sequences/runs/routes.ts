import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { requireSequence } from '../commands.ts'
import { exitRun } from './commands.ts'
import { byRun, Run, RunFilters, RunPage } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'email_sequences.list_runs',
    http: 'GET /email-sequences/:id/runs',
    tenancy: 'store',
    doc: {
      summary: 'List runs of an email sequence',
      description: 'Newest first. With `email`, only the runs of one person.',
    },
    input: { params: byId, query: RunFilters },
    output: { body: RunPage },
    async run({ tx, params, query }) {
      await requireSequence(tx, params.id)
      return store.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'email_sequences.exit_run',
    http: 'POST /email-sequences/:id/runs/:runId/exit',
    tenancy: 'store',
    plan: { feature: 'email_sequences' },
    doc: { summary: 'End a run', description: 'The person gets no more emails of this run.' },
    input: { params: byRun },
    output: { body: Run, errors: ['conflict'] },
    async run({ tx, params: { id, runId }, audit }) {
      const sequence = await requireSequence(tx, id)
      const run = await exitRun(tx, id, runId)
      const target = { type: 'email_sequence', id, name: sequence.name }
      await audit(tx, 'email_sequence.run_exited', target, { run: runId })
      return run
    },
  }),
]
