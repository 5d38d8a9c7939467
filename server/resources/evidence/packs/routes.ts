import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { addPack, shown } from './commands.ts'
import { keptDays, linkMinutes } from './rules.ts'
import { NewPack, Pack, Packs, PacksQuery } from './schema.ts'
import * as store from './store.ts'

const gated = { tenancy: 'store', plan: 'evidence_packs', secret: true } as const
const read = { ...gated, readsNeedPlan: true } as const

export default [
  operation({
    ...gated,
    role: 'ADMIN',
    id: 'evidence.create_pack',
    http: 'POST /evidence/packs',
    summary: 'Have a pack of evidence made.',
    description: `One file for whoever asks what became of your reviews: the entries of the days with the earlier ones of the same reviews, the whole tree, its heads and keys, the reviews with their words, and the program that checks it all. A job writes and signs it; it is kept for ${keptDays} days. Nobody's address is in it.`,
    body: NewPack,
    bodyOptional: true,
    returns: Pack,
    status: 202,
    location: '/evidence/packs/{id}',
    errors: ['limit_reached'],
    async run({ tx, body, audit, ...reading }) {
      const row = await addPack(tx, body)
      await audit(tx, 'evidence_pack.created', { type: 'evidence_pack', id: row.id }, { from: row.from, to: row.to })
      return shown(reading)(row)
    },
  }),
  operation({
    ...read,
    id: 'evidence.list_packs',
    http: 'GET /evidence/packs',
    summary: 'List packs of evidence, newest first.',
    query: PacksQuery,
    returns: Packs,
    oneQuery: true,
    run: ({ tx, query, ...reading }) => store.list(tx, query, shown(reading)),
  }),
  operation({
    ...read,
    id: 'evidence.get_pack',
    http: 'GET /evidence/packs/:id',
    summary: 'Get a pack of evidence, with a link to its file.',
    description: `\`downloadUrl\` works for ${linkMinutes} minutes without credentials, and supports ranges; each call makes a new one. It is null until the file is there.`,
    params: byId,
    returns: Pack,
    oneQuery: true,
    run: async ({ tx, params, ...reading }) =>
      shown(reading)(orNotFound(await store.find(tx, params.id), 'pack of evidence', params.id)),
  }),
]
