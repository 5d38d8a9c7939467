import { actorOf } from '#platform/audit/audit.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { requireGallery } from '../commands.ts'
import { addItems, changeItem, orderItems, removeItem } from './commands.ts'
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

const written = { tenancy: 'store', plan: 'galleries' } as const

export default [
  operation({
    id: 'galleries.list_candidates',
    http: 'GET /galleries/:id/candidates',
    tenancy: 'store',
    summary: 'List photos that a gallery could show, newest first.',
    description:
      'Those of approved reviews. There is no filter by rating: a gallery that hides what critics saw would mislead.',
    params: byId,
    query: CandidateFilters,
    returns: CandidatePage,
    async run({ tx, params, query, services: { media } }) {
      await requireGallery(tx, params.id)
      return store.listCandidates(tx, params.id, query, (row) => toCandidate(row, media))
    },
  }),
  operation({
    id: 'galleries.list_items',
    http: 'GET /galleries/:id/items',
    tenancy: 'store',
    summary: 'List what a gallery shows, in its order.',
    params: byId,
    query: ItemFilters,
    returns: ItemPage,
    async run({ tx, params, query, services: { media } }) {
      await requireGallery(tx, params.id)
      return store.list(tx, params.id, query, (row) => toItem(row, media))
    },
  }),
  operation({
    id: 'galleries.add_items',
    http: 'POST /galleries/:id/items',
    ...written,
    summary: 'Put photos of reviews, and pictures of your own, into a gallery; they come last.',
    description:
      'Up to 100 at once and 500 in a gallery, each picture once: one that it has already is 409, and nothing is added.',
    params: byId,
    body: NewItems,
    returns: Items,
    status: 201,
    location: '/galleries/:id/items',
    errors: ['conflict'],
    async run({ tx, params, body, caller, services: { media } }) {
      const rows = await addItems(tx, params.id, body.items, actorOf(caller))
      return { data: rows.map((row) => toItem(row, media)) }
    },
  }),
  operation({
    id: 'galleries.reorder_items',
    http: 'PUT /galleries/:id/items/order',
    ...written,
    summary: 'Put all items of a gallery into a new order.',
    description: 'Names every item once. Of several calls at once one stands as a whole.',
    params: byId,
    body: ItemOrder,
    returns: ItemOrder,
    async run({ tx, params, body: { ids } }) {
      await orderItems(tx, params.id, ids)
      return { ids }
    },
  }),
  operation({
    id: 'galleries.update_item',
    http: 'PATCH /galleries/:id/items/:itemId',
    ...written,
    summary: 'Change the texts, the products or the permission of an item.',
    description: 'What is not named stays. Who changed the permission, and when, is kept.',
    params: byItem,
    body: ItemChanges,
    returns: Item,
    async run({ tx, params, body, caller, services: { media }, audit }) {
      const { before, after } = await changeItem(tx, params.id, params.itemId, body, actorOf(caller))
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
    summary: 'Take an item out of a gallery.',
    description: 'A photo stays with its review; an upload goes when no gallery has it.',
    params: byItem,
    async run({ tx, params }) {
      await removeItem(tx, params.id, params.itemId)
      return undefined
    },
  }),
]
