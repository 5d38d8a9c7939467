import { operation } from '#platform/calls/operation.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { act, changeSequence, createSequence, deleteSequence, readStats, requireSequence } from './commands.ts'
import { toSequence } from './rules.ts'
import { NewSequence, Sequence, SequenceChanges, SequenceFilters, SequencePage, Stats } from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', access: { role: 'ADMIN' }, plan: { feature: 'email_sequences' } } as const

const scopeOf = (storeEnvId: string, { organizationId }: Caller) => ({ storeEnvId, organizationId })

export default [
  operation({
    id: 'email_sequences.list',
    http: 'GET /email-sequences',
    tenancy: 'store',
    doc: {
      summary: 'List email sequences, newest first',
      description: "Returns the store's email sequences, newest first, one page at a time.",
    },
    input: { query: SequenceFilters },
    output: { body: SequencePage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'email_sequences.create',
    http: 'POST /email-sequences',
    ...written,
    doc: {
      summary: 'Create an email sequence',
      description:
        'The sequence starts as a draft and sends nothing until published. Up to 20 steps. We test the Liquid of every email; errors name line and column, such as `/steps/1/body line 2, column 7: …`.',
    },
    input: {
      body: withExample(NewSequence, {
        name: 'After delivery',
        trigger: { event: 'order.delivered', filter: { firstOrder: true } },
        steps: [
          { type: 'wait', days: 3 },
          { type: 'condition', fact: 'has_reviewed', value: false, otherwise: 'exit' },
          {
            type: 'mail',
            subject: 'Caring for {{ products[0].title }}',
            heading: 'Made to last',
            body: 'Hi {{ customer.firstName }},\n\nrinse it by hand, and it stays as it is.',
            button: { label: 'All care tips', url: '{{ store.url }}/care' },
            translations: { de: { subject: 'So pflegst du {{ products[0].title }}', button: { label: 'Alle Tipps' } } },
          },
        ],
        exitOn: ['order.refunded'],
        goal: ['review.created'],
      }),
    },
    output: { body: Sequence, status: 201, location: '/email-sequences/{id}', errors: ['not_found', 'limit_reached'] },
    transaction: 'manual',
    run: async ({ db, storeEnvId, caller, body, audit }) =>
      toSequence(await createSequence({ db, scope: scopeOf(storeEnvId, caller) }, audit, body)),
  }),
  operation({
    id: 'email_sequences.get',
    http: 'GET /email-sequences/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get an email sequence',
      description: 'Returns one email sequence with its trigger, steps and counts of runs.',
    },
    input: { params: byId },
    output: { body: Sequence },
    transaction: 'single-query',
    run: async ({ tx, params }) => toSequence(await requireSequence(tx, params.id)),
  }),
  operation({
    id: 'email_sequences.update',
    http: 'PATCH /email-sequences/:id',
    ...written,
    doc: {
      summary: 'Update an email sequence',
      description:
        'Omitted fields keep their values; `steps`, `exitOn`, `goal` and `trigger` are replaced as a whole. After publication, any change but the name makes a new `version` for new runs. Current runs continue with their version. If you send `version` and a newer one exists, the call returns 409.',
    },
    input: { params: byId, body: withExample(SequenceChanges, { consent: 'all_buyers' }) },
    output: { body: Sequence, errors: ['conflict'] },
    transaction: 'manual',
    run: async ({ db, storeEnvId, caller, params, body, audit }) =>
      toSequence(await changeSequence({ db, scope: scopeOf(storeEnvId, caller) }, audit, params.id, body)),
  }),
  operation({
    id: 'email_sequences.delete',
    http: 'DELETE /email-sequences/:id',
    ...written,
    doc: {
      summary: 'Delete an email sequence',
      description: 'Deletes all runs and stops their emails. Archive the sequence to keep the runs.',
    },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await deleteSequence(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'email_sequences.publish',
    http: 'POST /email-sequences/:id/publish',
    ...written,
    doc: {
      summary: 'Publish an email sequence',
      description:
        'Only events after the publication start runs. An event that is reported 72 hours late or more starts none. A live sequence stays live.',
    },
    input: { params: byId },
    output: { body: Sequence, errors: ['conflict'] },
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'publish')),
  }),
  operation({
    id: 'email_sequences.pause',
    http: 'POST /email-sequences/:id/pause',
    ...written,
    doc: { summary: 'Pause an email sequence', description: 'No new runs start, and current runs wait.' },
    input: { params: byId },
    output: { body: Sequence, errors: ['conflict'] },
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'pause')),
  }),
  operation({
    id: 'email_sequences.resume',
    http: 'POST /email-sequences/:id/resume',
    ...written,
    doc: {
      summary: 'Resume an email sequence',
      description:
        'Runs continue. An email that would be 72 hours late or more is skipped as `missed`; later ones keep their times.',
    },
    input: { params: byId },
    output: { body: Sequence, errors: ['conflict'] },
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'resume')),
  }),
  operation({
    id: 'email_sequences.archive',
    http: 'POST /email-sequences/:id/archive',
    ...written,
    doc: {
      summary: 'Archive an email sequence',
      description: 'Ends all runs, which stay readable. It cannot be undone.',
    },
    input: { params: byId },
    output: { body: Sequence, errors: ['conflict'] },
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'archive')),
  }),
  operation({
    id: 'email_sequences.get_stats',
    http: 'GET /email-sequences/:id/stats',
    tenancy: 'store',
    doc: { summary: 'Get statistics of an email sequence', description: 'Covers all runs and each email.' },
    input: { params: byId },
    output: { body: Stats },
    run: ({ tx, params }) => readStats(tx, params.id),
  }),
]
