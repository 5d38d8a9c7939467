import { operation } from '#platform/calls/operation.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { byId } from '#platform/values/wire.ts'
import { act, changeSequence, createSequence, readStats, removeSequence, requireSequence } from './commands.ts'
import { toSequence } from './rules.ts'
import { NewSequence, Sequence, SequenceChanges, SequenceFilters, SequencePage, Stats } from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', role: 'ADMIN', plan: 'email_sequences' } as const

const scopeOf = (storeEnvId: string, { organizationId }: Caller) => ({ storeEnvId, organizationId })

export default [
  operation({
    id: 'email_sequences.list',
    http: 'GET /email-sequences',
    tenancy: 'store',
    summary: 'List sequences of mails, newest first.',
    query: SequenceFilters,
    returns: SequencePage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'email_sequences.create',
    http: 'POST /email-sequences',
    ...written,
    manual: true,
    summary: 'Write a sequence of mails, as a draft.',
    description:
      'Up to 20 steps, one after the other. The Liquid of every mail is tried before it is kept; what is wrong with it is told with line and column, such as `/steps/1/body line 2, column 7: …`. It writes to nobody before it is published.',
    body: NewSequence,
    returns: Sequence,
    status: 201,
    location: '/email-sequences/{id}',
    errors: ['not_found', 'limit_reached'],
    run: async ({ db, storeEnvId, caller, body, audit }) =>
      toSequence(await createSequence({ db, scope: scopeOf(storeEnvId, caller) }, audit, body)),
  }),
  operation({
    id: 'email_sequences.get',
    http: 'GET /email-sequences/:id',
    tenancy: 'store',
    summary: 'Get a sequence, as whoever enters it now goes through it.',
    params: byId,
    returns: Sequence,
    oneQuery: true,
    run: async ({ tx, params }) => toSequence(await requireSequence(tx, params.id)),
  }),
  operation({
    id: 'email_sequences.update',
    http: 'PATCH /email-sequences/:id',
    ...written,
    manual: true,
    summary: 'Change a sequence.',
    description:
      'What is not named stays; `steps`, `exitOn`, `goal` and `trigger` are replaced whole. Once it was published, a change of anything but the name makes the next `version`, which whoever enters from then on goes through; those who are in it keep theirs. With `version`, 409 when another has become the newest since.',
    params: byId,
    body: SequenceChanges,
    returns: Sequence,
    errors: ['conflict'],
    run: async ({ db, storeEnvId, caller, params, body, audit }) =>
      toSequence(await changeSequence({ db, scope: scopeOf(storeEnvId, caller) }, audit, params.id, body)),
  }),
  operation({
    id: 'email_sequences.delete',
    http: 'DELETE /email-sequences/:id',
    ...written,
    summary: 'Delete a sequence, and all its runs with it.',
    description: 'Nothing more is sent. To keep what is known of its runs, archive it instead.',
    params: byId,
    async run({ tx, params, audit }) {
      await removeSequence(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'email_sequences.publish',
    http: 'POST /email-sequences/:id/publish',
    ...written,
    summary: 'Publish a draft: from now on what happens begins runs.',
    description:
      'What happened before begins none, and neither does what is told 72 hours later or more. One that is live already stays so.',
    params: byId,
    returns: Sequence,
    errors: ['conflict'],
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'publish')),
  }),
  operation({
    id: 'email_sequences.pause',
    http: 'POST /email-sequences/:id/pause',
    ...written,
    summary: 'Pause a live sequence: nobody enters it, and those who are in it rest.',
    params: byId,
    returns: Sequence,
    errors: ['conflict'],
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'pause')),
  }),
  operation({
    id: 'email_sequences.resume',
    http: 'POST /email-sequences/:id/resume',
    ...written,
    summary: 'Resume a paused sequence.',
    description:
      'Runs go on where they rested. A mail that would go out 72 hours late or more is left out as `missed`; later ones keep their times.',
    params: byId,
    returns: Sequence,
    errors: ['conflict'],
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'resume')),
  }),
  operation({
    id: 'email_sequences.archive',
    http: 'POST /email-sequences/:id/archive',
    ...written,
    summary: 'Archive a sequence, for good: its runs end, and stay to be read.',
    params: byId,
    returns: Sequence,
    errors: ['conflict'],
    run: async ({ tx, params, audit }) => toSequence(await act(tx, audit, params.id, 'archive')),
  }),
  operation({
    id: 'email_sequences.get_stats',
    http: 'GET /email-sequences/:id/stats',
    tenancy: 'store',
    summary: 'What became of all who entered a sequence, and of each of its mails.',
    params: byId,
    returns: Stats,
    run: ({ tx, params }) => readStats(tx, params.id),
  }),
]
