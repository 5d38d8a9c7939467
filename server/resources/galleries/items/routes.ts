import { toActor } from '#platform/audit/audit.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { requireGallery } from '../commands.ts'
import { addItems, changeItem, deleteItem, orderItems } from './commands.ts'
import { toCandidate, toItem } from './rules.ts'
import {
  byItem,
  CandidateFilters,
  CandidatePage,
  Item,
  ItemChanges,
  ItemFilters,
  ItemOrder,
  ItemPage,
  Items,
  NewItems,
} from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', plan: { feature: 'galleries' } } as const

export default [
  operation({
    id: 'galleries.list_candidates',
    http: 'GET /galleries/:id/candidates',
    tenancy: 'store',
    doc: {
      summary: 'List photos for a gallery',
      description:
        'Photos of approved reviews, newest first by default. There is no filter or order by rating, because hiding critical reviews would mislead shoppers.',
    },
    input: { params: byId, query: CandidateFilters },
    output: { body: CandidatePage },
    async run({ tx, params, query, services: { media } }) {
      await requireGallery(tx, params.id)
      return store.listCandidates(tx, params.id, query, (row) => toCandidate(row, media))
    },
  }),
  operation({
    id: 'galleries.list_items',
    http: 'GET /galleries/:id/items',
    tenancy: 'store',
    doc: {
      summary: 'List gallery items, in order',
      description: 'Returns the photos of a gallery in display order, with their permissions, one page at a time.',
    },
    input: { params: byId, query: ItemFilters },
    output: { body: ItemPage },
    async run({ tx, params, query, services: { media } }) {
      await requireGallery(tx, params.id)
      return store.list(tx, params.id, query, (row) => toItem(row, media))
    },
  }),
  operation({
    id: 'galleries.add_items',
    http: 'POST /galleries/:id/items',
    ...written,
    doc: {
      summary: 'Add items to a gallery',
      description:
        'Up to 100 at a time and 500 in a gallery. New items sort last. A picture can be in a gallery once: a repeat gets 409, and nothing is added.',
    },
    input: {
      params: byId,
      body: withExample(NewItems, {
        items: [
          {
            reviewPhotoId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
            caption: 'By the window',
            alt: 'A blue mug on a sill',
          },
        ],
      }),
    },
    output: { body: Items, status: 201, location: '/galleries/:id/items', errors: ['conflict'] },
    async run({ tx, params, body, caller, services: { media } }) {
      const rows = await addItems(tx, params.id, body.items, toActor(caller))
      return { data: rows.map((row) => toItem(row, media)) }
    },
  }),
  operation({
    id: 'galleries.reorder_items',
    http: 'PUT /galleries/:id/items/order',
    ...written,
    doc: {
      summary: 'Reorder gallery items',
      description:
        'The body names every item once. Simultaneous calls are never mixed: the order of one call applies as a whole.',
    },
    input: {
      params: byId,
      body: withExample(ItemOrder, {
        ids: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01', '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02'],
      }),
    },
    output: { body: ItemOrder },
    async run({ tx, params, body: { ids } }) {
      await orderItems(tx, params.id, ids)
      return { ids }
    },
  }),
  operation({
    id: 'galleries.update_item',
    http: 'PATCH /galleries/:id/items/:itemId',
    ...written,
    doc: {
      summary: 'Update a gallery item',
      description: 'Omitted fields keep their values. We record the person and time of a changed permission.',
    },
    input: { params: byItem, body: withExample(ItemChanges, { permission: 'granted' }) },
    output: { body: Item },
    async run({ tx, params, body, caller, services: { media }, audit }) {
      const { before, after } = await changeItem(tx, params.id, params.itemId, body, toActor(caller))
      if (after.permission !== before.permission)
        await audit(
          tx,
          'gallery_item.permission_changed',
          { type: 'gallery_item', id: after.id },
          { from: before.permission, to: after.permission },
        )
      return toItem(after, media)
    },
  }),
  operation({
    id: 'galleries.delete_item',
    http: 'DELETE /galleries/:id/items/:itemId',
    ...written,
    doc: {
      summary: 'Remove a gallery item',
      description: 'A review photo stays with its review. An upload is deleted when no gallery uses it.',
    },
    input: { params: byItem },
    async run({ tx, params }) {
      await deleteItem(tx, params.id, params.itemId)
      return undefined
    },
  }),
]
