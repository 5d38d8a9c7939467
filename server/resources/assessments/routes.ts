import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { addAssessment, shown } from './commands.ts'
import { keptDays, linkMinutes } from './rules.ts'
import { Assessment, Assessments, AssessmentsQuery, NewAssessment } from './schema.ts'
import * as store from './store.ts'

const gated = { tenancy: 'store', plan: { feature: 'yearly_assessment' }, output: { secret: true } } as const
const read = { ...gated, plan: { ...gated.plan, reads: true } } as const

export default [
  operation({
    id: 'evidence.create_assessment',
    http: 'POST /evidence/assessments',
    ...gated,
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Create a yearly assessment',
      description: `One file with the questions of the British, American and European law on reviews. Each question has a recorded fact with its API address, or a field for your answer. The file draws no conclusion and is not legal advice. A job writes and signs it, and it is stored for ${keptDays} days. Owners get an email 12 months after the last assessment.`,
    },
    input: { body: withExample(NewAssessment, { year: 2026 }) },
    output: {
      ...gated.output,
      body: Assessment,
      status: 202,
      location: '/evidence/assessments/{id}',
      errors: ['limit_reached'],
    },
    async run({ tx, body, audit, ...reading }) {
      const row = await addAssessment(tx, body.year)
      await audit(tx, 'evidence_assessment.created', { type: 'evidence_assessment', id: row.id }, { year: row.year })
      return shown(reading)(row)
    },
  }),
  operation({
    id: 'evidence.list_assessments',
    http: 'GET /evidence/assessments',
    ...read,
    doc: {
      summary: 'List yearly assessments, newest first',
      description: 'Returns the yearly assessments of the store, newest first, one page at a time.',
    },
    input: { query: AssessmentsQuery },
    output: { ...read.output, body: Assessments },
    transaction: 'single-query',
    run: ({ tx, query, ...reading }) => store.list(tx, query, shown(reading)),
  }),
  operation({
    id: 'evidence.get_assessment',
    http: 'GET /evidence/assessments/:id',
    ...read,
    doc: {
      summary: 'Get a yearly assessment',
      description: `\`downloadUrl\` works for ${linkMinutes} minutes without credentials, and supports ranges. Each call makes a new link. It is null until the file exists, and after it was deleted.`,
    },
    input: { params: byId },
    output: { ...read.output, body: Assessment },
    transaction: 'single-query',
    run: async ({ tx, params, ...reading }) =>
      shown(reading)(orNotFound(await store.find(tx, params.id), 'yearly assessment', params.id)),
  }),
]
