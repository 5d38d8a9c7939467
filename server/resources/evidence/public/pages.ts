import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#locales/languages.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { defaultLimit, maxLimit } from '#platform/calls/paging/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { createAsset, sendAsset } from '#platform/values/asset.ts'
import { AppError, invalidField, notFound } from '#platform/values/errors.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { proveConsistency } from '../heads/commands.ts'
import { writeCosigned } from '../heads/cosignature-commands.ts'
import { listKeys } from '../heads/key-commands.ts'
import * as heads from '../heads/store.ts'
import * as policies from '../policies/store.ts'
import { findPublicStore, readPublicReview, storeDeleted } from './commands.ts'
import { sendLedgerPage } from './ledger-page.ts'
import { sendProof, sendTile, sendVerifierKeys } from './log-pages.ts'

const page = { method: 'GET', limit: 'address', isPublic: true, isReadableEverywhere: true } as const

type Handler = (kernel: Kernel, request: LedgerRequest, reply: FastifyReply) => Promise<FastifyReply>
type LedgerRequest = FastifyRequest<{
  Params: { storeEnvId: string; id: string; version: string; seq: string; '*': string }
  Querystring: Record<string, unknown>
}>

const read = (id: string, path: PageRoute['path'], handle: Handler): PageRoute => ({
  ...page,
  id: `evidence.${id}`,
  path,
  handle: (kernel, request, reply) => handle(kernel, request as LedgerRequest, reply),
})

/** Responses are cached for a minute, because people often look twice. */
const briefly = { 'cache-control': 'public, max-age=60' }
const plain = 'text/plain; charset=utf-8'
/** The largest integer of PostgreSQL. */
const maxVersion = 2_147_483_647

const verifier = createAsset(
  readFileSync(new URL('../verify/verify.mjs', import.meta.url)),
  'text/javascript; charset=utf-8',
  { 'cache-control': 'public, max-age=300' },
)

export const evidencePages: readonly PageRoute[] = [
  read('keys', '/evidence/keys', async ({ db, services: { secrets } }, _request, reply) =>
    reply.headers(briefly).send({ data: await listKeys(db, secrets) }),
  ),
  read('verifier', '/evidence/verify.mjs', (_kernel, request, reply) => sendAsset(request, reply, verifier)),
  read('page', '/evidence/:storeEnvId', async (kernel, { params, query, headers }, reply) => {
    const shop = await findPublicStore(kernel.db, params.storeEnvId)
    const language = languageOf(headers['accept-language'])
    return sendLedgerPage(kernel, shop, { language, question: query.q, period: query.period }, reply)
  }),
  read('checkpoint', '/evidence/:storeEnvId/checkpoint', sendCheckpoint),
  read('vkey', '/evidence/:storeEnvId/vkey', async (kernel, { params }, reply) =>
    sendVerifierKeys(kernel, await findPublicStore(kernel.db, params.storeEnvId), reply),
  ),
  read('tile', '/evidence/:storeEnvId/tile/*', async (kernel, { params }, reply) =>
    sendTile(kernel, await findPublicStore(kernel.db, params.storeEnvId), params['*'], reply),
  ),
  read('proof', '/evidence/:storeEnvId/reviews/:id/:seq.tlog-proof', (kernel, { params }, reply) =>
    sendProof(kernel, params.storeEnvId, params, reply),
  ),
  read('heads', '/evidence/:storeEnvId/heads', async ({ db }, { params, query }, reply) => {
    const shop = await findPublicStore(db, params.storeEnvId)
    const request = parsePage(query)
    return reply.headers(briefly).send(await db.store(shop, 'read', (tx) => heads.list(tx, request)))
  }),
  read('consistency', '/evidence/:storeEnvId/consistency', async ({ db }, { params, query }, reply) => {
    const shop = await findPublicStore(db, params.storeEnvId)
    const [from, to] = [sizeIn(query, 'from'), sizeIn(query, 'to')]
    return reply.headers(briefly).send({ path: await db.store(shop, 'read', (tx) => proveConsistency(tx, from, to)) })
  }),
  read('policy', '/evidence/:storeEnvId/policies/:version', async ({ db }, { params }, reply) => {
    const shop = await findPublicStore(db, params.storeEnvId)
    const version = numberIn(params.version)
    const policy =
      version === undefined || version > maxVersion
        ? undefined
        : await db.store(shop, 'read', (tx) => policies.find(tx, version))
    if (!policy) throw notFound('policy')
    return reply.headers(briefly).type('text/markdown; charset=utf-8').send(policy.text)
  }),
  read('review', '/evidence/:storeEnvId/reviews/:id', async ({ db, services }, { params }, reply) => {
    const shop = await findPublicStore(db, params.storeEnvId)
    const sharing = toSharing(services.config)
    return reply.send(await db.store(shop, 'read', (tx) => readPublicReview(tx, params.id, sharing)))
  }),
]

async function sendCheckpoint({ db }: Kernel, { params }: LedgerRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const shop = await findPublicStore(db, params.storeEnvId)
    const head = await db.store(shop, 'read', heads.findLast)
    if (!head) throw notFound('head yet')
    return reply
      .headers(briefly)
      .type(plain)
      .send(await db.store(shop, 'read', (tx) => writeCosigned(tx, head)))
  } catch (error) {
    const isDeleted = error instanceof AppError && error.code === storeDeleted
    if (!isDeleted) throw error
    return reply.code(410).type(plain).send(error.extra?.checkpoint)
  }
}

/** Limits a page to the same number of rows as any list. */
function parsePage({ limit, cursor }: Record<string, unknown>) {
  const rows = limit === undefined ? defaultLimit : numberIn(limit)
  if (rows === undefined || rows < 1 || rows > maxLimit) throw invalidField('/limit', `must be from 1 to ${maxLimit}`)
  if (cursor === undefined) return { limit: rows }
  if (typeof cursor !== 'string' || cursor.length > 500) throw invalidField('/cursor', 'is not a cursor of this list')
  return { limit: rows, cursor }
}

function sizeIn(query: Record<string, unknown>, name: string): number {
  const size = numberIn(query[name])
  if (size === undefined || size < 1) throw invalidField(`/${name}`, 'must be a number of entries, from 1 on')
  return size
}

const numberIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
