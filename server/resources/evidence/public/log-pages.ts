// Serves a ledger as a C2SP log: c2sp.org/tlog-tiles and c2sp.org/tlog-proof.
import type { FastifyReply } from 'fastify'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { keyTypes, writeVerifierKey } from '../cosignature-rules.ts'
import { writeCosigned } from '../heads/cosignature-commands.ts'
import { listKeys } from '../heads/key-commands.ts'
import { findLast } from '../heads/store.ts'
import { originOf } from '../note-rules.ts'
import * as settings from '../settings-store.ts'
import { findPublicStore, type PublicStore, readPublicReview } from './commands.ts'
import { writeProof } from './proof-rules.ts'
import { readTile } from './tile-commands.ts'
import { readTilePath } from './tile-rules.ts'

const plain = 'text/plain; charset=utf-8'
const briefly = { 'cache-control': 'public, max-age=60' }
const forever = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * Sends verifier keys, newest first. All stores share the signing key, and each verifier key adds the name of the
 * ledger.
 */
export async function sendVerifierKeys(
  { db, services: { secrets } }: Kernel,
  { storeEnvId }: PublicStore,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const keys = await listKeys(db, secrets)
  const lines = keys.toReversed().map(({ publicKey }) => {
    const key = { name: originOf(storeEnvId), type: keyTypes.log, publicKey: Buffer.from(publicKey, 'base64') }
    return `${writeVerifierKey(key)}\n`
  })
  return reply.headers(briefly).type(plain).send(lines.join(''))
}

export async function sendTile({ db }: Kernel, shop: PublicStore, path: string, reply: FastifyReply) {
  const tile = readTilePath(path)
  const content = tile && (await db.store(shop, 'read', (tx) => readAllowed(tx, tile)))
  if (!content) throw notFound('tile')
  // Entries can become private again, so they are cached only briefly.
  return reply
    .headers(tile.level === null ? briefly : forever)
    .type('application/octet-stream')
    .send(content)
}

async function readAllowed(tx: StoreReads, tile: NonNullable<ReturnType<typeof readTilePath>>) {
  if (tile.level === null && !(await settings.find(tx)).publicEntries) return undefined
  return readTile(tx, tile)
}

/** Returns the proof of one entry of a review, with the newest head and its cosignatures. */
export async function sendProof(
  kernel: Kernel,
  storeEnvId: string,
  { id, seq }: { id: string; seq: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const shop = await findPublicStore(kernel.db, storeEnvId)
  // One snapshot: a head signed between the two reads has another root, so the path would not match it.
  const text = await kernel.db.store(
    shop,
    'read',
    async (tx) => {
      const { entries } = await readPublicReview(tx, id, toSharing(kernel.services.config))
      const found = entries.find(({ entry }) => String(entry.seq) === seq)
      const head = await findLast(tx)
      if (!found?.path || !head) return undefined
      return writeProof(found.entry, found.path, await writeCosigned(tx, head))
    },
    { snapshot: true },
  )
  if (text === undefined) throw notFound('proof')
  return reply
    .headers({ 'content-disposition': `attachment; filename="${id.toLowerCase()}-${seq}.tlog-proof"` })
    .type(plain)
    .send(text)
}
