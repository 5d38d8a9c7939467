import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changePlacement, createPlacement, deletePlacement, requirePlacement } from './commands.ts'
import { signPreview } from './preview-rules.ts'
import { toPlacement } from './rules.ts'
import {
  NewPlacement,
  Placement,
  PlacementChanges,
  PlacementFilters,
  PlacementPage,
  PlacementPreview,
} from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'placements.list',
    http: 'GET /placements',
    tenancy: 'store',
    doc: {
      summary: 'List placements, newest first',
      description: "Returns the store's placements of widgets, newest first, one page at a time.",
    },
    input: { query: PlacementFilters },
    output: { body: PlacementPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query, toPlacement),
  }),
  operation({
    id: 'placements.create',
    http: 'POST /placements',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Create a placement',
      description:
        'The placement is a draft by default. Without products and categories, it shows on every page of its type. A store can have up to 1,000 placements.',
    },
    input: {
      body: withExample(NewPlacement, {
        name: 'Reviews below the description',
        widget: 'reviews',
        pageType: 'product',
        selector: '#product .description',
        insert: 'after',
        settings: { heading: 'What others say', limit: 10 },
        status: 'published',
      }),
    },
    output: { body: Placement, status: 201, location: '/placements/{id}', errors: ['not_found', 'conflict'] },
    async run({ tx, body, audit }) {
      const placement = await createPlacement(tx, body)
      await audit(tx, 'placement.created', toTarget(placement))
      if (placement.status === 'published') await audit(tx, 'placement.published', toTarget(placement))
      return toPlacement(placement)
    },
  }),
  operation({
    id: 'placements.get',
    http: 'GET /placements/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a placement',
      description: 'Returns one placement: its widget, its pages and its position on them.',
    },
    input: { params: byId },
    output: { body: Placement },
    transaction: 'single-query',
    run: async ({ tx, params }) => toPlacement(await requirePlacement(tx, params.id)),
  }),
  operation({
    id: 'placements.update',
    http: 'PATCH /placements/:id',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Update a placement',
      description:
        'Omitted fields keep their values, also in `rule` and `settings`; lists of ids and `translations` are replaced as a whole.',
    },
    input: { params: byId, body: withExample(PlacementChanges, { priority: 10, endsAt: '2027-01-06T00:00:00.000Z' }) },
    output: { body: Placement, errors: ['conflict'] },
    async run({ tx, params, body, audit }) {
      const { before, after } = await changePlacement(tx, params.id, body)
      if (after.status !== before.status)
        await audit(tx, after.status === 'published' ? 'placement.published' : 'placement.unpublished', toTarget(after))
      return toPlacement(after)
    },
  }),
  operation({
    id: 'placements.delete',
    http: 'DELETE /placements/:id',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Delete a placement',
      description: 'Deletes a placement. If it was published, its widget disappears from shop pages.',
    },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await audit(tx, 'placement.deleted', toTarget(await deletePlacement(tx, params.id)))
      return undefined
    },
  }),
  operation({
    id: 'placements.preview',
    http: 'POST /placements/:id/preview',
    tenancy: 'store',
    doc: {
      summary: 'Create a preview token for a placement',
      description:
        'The token is valid for a day, on pages opened with `?evident_preview=` and the token. They show this placement in its current state, instead of any other with the same widget and selector.',
    },
    input: { params: byId },
    output: { body: PlacementPreview, status: 201, location: '/placements/:id', secret: true },
    async run({ tx, params, storeEnvId, now, services: { secrets } }) {
      const { id } = await requirePlacement(tx, params.id)
      return signPreview(secrets, storeEnvId, id, now)
    },
  }),
]

const toTarget = ({ id, name }: { id: string; name: string }) => ({ type: 'placement', id, name })
