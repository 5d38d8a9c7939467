// Only photo keys lead to a file. A public photo in the cache needs no query, because a page loads a hundred photos.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { uncachedControl } from '#platform/calls/answer.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type PhotoKey, readPhotoKey } from '#platform/files/images/keys.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { notFound } from '#platform/values/errors.ts'
import { isHeld } from '#platform/values/etag.ts'
import { toSharing } from '../changes/copy-fragments.ts'
import { enterStore, isKept, isPublished, isSeenCopy } from './store.ts'

type Request = FastifyRequest<{ Params: { '*': string }; Querystring: { e?: unknown; s?: unknown } }>

export const mediaPage: PageRoute = {
  id: 'reviews.picture',
  method: 'GET',
  path: '/media/*',
  limit: 'pictures',
  isPublic: true,
  handle: (kernel, request, reply) => serve(kernel, request as Request, reply),
}

async function serve(kernel: Kernel, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const { storage, media } = kernel.services
  const key = request.params['*']
  const photo = readPhotoKey(key)
  if (!photo) throw notFound('file')
  const isSigned = media.isSigned(key, request.query.e, request.query.s)
  if (!(await mayBeSeen(kernel, photo, isSigned))) throw notFound('file')
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`
  const caching = photo.folder === 'shared' ? uncachedControl : isSigned ? forOne : forAll
  reply.headers({ ...headers, etag, 'cache-control': caching })
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const file = await storage.open(key)
  if (!file) throw notFound('file')
  reply.headers({ 'content-type': photo.contentType, 'content-length': String(file.size) })
  if (request.method !== 'HEAD') return reply.send(file.content)
  file.content.destroy()
  return reply.send()
}

/** `admit` returns no organization, because a photo's key contains only the id of the store. */
async function mayBeSeen({ db, storefronts, services }: Kernel, photo: PhotoKey, isSigned: boolean): Promise<boolean> {
  const { folder, storeEnvId, photoId, stem } = photo
  if (folder === 'catalogue') return true
  const entry = {
    query: enterStore(storeEnvId),
    admit: () => ({ organizationId: '' }),
  }
  // A grant can end without a write of the store, so photos of copies are looked up each time.
  if (folder === 'shared') {
    const sharing = toSharing(services.config)
    const look = (tx: StoreTx) => isSeenCopy(tx, sharing, { photoId, stem, isSigned })
    return db.storeAs(storeEnvId, entry, look, { oneQuery: true })
  }
  const look = (isSeen: typeof isKept) =>
    db.storeAs(storeEnvId, entry, (tx) => isSeen(tx, photoId, stem), { oneQuery: true })
  if (isSigned) return look(isKept)
  storefronts.begin()
  return storefronts.photos.isPublic(storeEnvId, stem, () => look(isPublished))
}

const forAll = 'public, max-age=31536000, immutable'
// Photos are cached privately until approval. The signed URL expires at the end of the next day.
const forOne = 'private, max-age=86400'

const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} satisfies Parameters<FastifyReply['headers']>[0]
