import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { addPack, shown } from './commands.ts'
import { keptDays, linkMinutes } from './rules.ts'
import { NewPack, Pack, Packs, PacksQuery } from './schema.ts'
import * as store from './store.ts'

const gated = { tenancy: 'store', plan: { feature: 'evidence_packs' }, output: { secret: true } } as const
const read = { ...gated, plan: { ...gated.plan, reads: true } } as const

export default [
  operation({
    id: 'evidence.create_pack',
    http: 'POST /evidence/packs',
    ...gated,
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Create an evidence pack',
      description: `One file that proves the history of your reviews: ledger entries, the tree with heads and keys, the reviews, and a verification program. A job writes and signs it. It is stored for ${keptDays} days and has no email addresses.`,
    },
    input: { body: withExample(NewPack, { from: '2026-11-01', to: '2026-11-20' }), optional: true },
    output: { ...gated.output, body: Pack, status: 202, location: '/evidence/packs/{id}', errors: ['limit_reached'] },
    async run({ tx, body, audit, ...reading }) {
      const row = await addPack(tx, body)
      await audit(tx, 'evidence_pack.created', { type: 'evidence_pack', id: row.id }, { from: row.from, to: row.to })
      return shown(reading)(row)
    },
  }),
  operation({
    id: 'evidence.list_packs',
    http: 'GET /evidence/packs',
    ...read,
    doc: {
      summary: 'List evidence packs, newest first',
      description: 'Returns the evidence packs of the store, newest first, one page at a time.',
    },
    input: { query: PacksQuery },
    output: { ...read.output, body: Packs },
    transaction: 'single-query',
    run: ({ tx, query, ...reading }) => store.list(tx, query, shown(reading)),
  }),
  operation({
    id: 'evidence.get_pack',
    http: 'GET /evidence/packs/:id',
    ...read,
    doc: {
      summary: 'Get an evidence pack',
      description: `\`downloadUrl\` works for ${linkMinutes} minutes without credentials, and supports ranges. Each call makes a new link. It is null until the file exists.`,
    },
    input: { params: byId },
    output: { ...read.output, body: Pack },
    transaction: 'single-query',
    run: async ({ tx, params, ...reading }) =>
      shown(reading)(orNotFound(await store.find(tx, params.id), 'pack of evidence', params.id)),
  }),
]
