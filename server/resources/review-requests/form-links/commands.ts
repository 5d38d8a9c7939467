// The token is derived from the request's id and the deployment's key, so reminders have the same link.
import { hash } from 'node:crypto'
import type { CrossDb, StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import type { FormLink } from './rules.ts'
import * as store from './store.ts'

export const linkDays = 180
const dayMs = 86_400_000
/** 132 bits in base64url encoding. */
const tokenLength = 22

/** Finds the review form that a token opens. Undefined if the token is invalid or expired. */
export async function findFormLink(db: CrossDb, token: string, now: Date): Promise<FormLink | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined
  const [link] = await db.ask(store.byDigest(hashToken(token)))
  return link && Date.parse(link.expiresAt) > now.getTime() ? link : undefined
}

export const readFormOrder = store.findOrder
export const readShopQuestion = store.findShopQuestion

export async function createFormLinks(
  tx: StoreTx,
  secrets: Secrets,
  requests: readonly { requestId: string; orderId: string }[],
): Promise<Map<string, string>> {
  const tokens = new Map(requests.map(({ requestId }) => [requestId, deriveToken(secrets, requestId)]))
  const links = requests.map((each) => ({ ...each, digest: hashToken(tokens.get(each.requestId) ?? '') }))
  if (links.length > 0) await store.upsert(tx, links, new Date(tx.now.getTime() + linkDays * dayMs))
  return tokens
}

export async function createFormLink(tx: StoreTx, secrets: Secrets, orderId: string): Promise<string | undefined> {
  const request = await store.findRequestId(tx, orderId)
  if (!request) return undefined
  return (await createFormLinks(tx, secrets, [{ requestId: request.id, orderId }])).get(request.id)
}

export const moveFormLinks = store.updateOrders
export const deleteExpiredLinks = store.deleteExpired

const deriveToken = (secrets: Secrets, requestId: string): string =>
  secrets.tokenFor(`review form ${requestId}`).slice(0, tokenLength)

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
