// Issues and revokes tokens of a grant. Only digests of tokens are stored.
import { randomBytes } from 'node:crypto'
import { auditAs } from '#platform/audit/audit.ts'
import { hashSecret, newAccessToken } from '#platform/auth/keys.ts'
import type { CrossDb, OrganizationTx } from '#platform/db/db.ts'
import type { Client as Caller } from '#platform/identity/client.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { endGrant } from '../commands.ts'
import { accessTokenSeconds, graceSeconds, isCovered, provesChallenge, refreshTokenDays, shortest } from '../rules.ts'
import * as store from '../store.ts'
import { OAuthProblem } from './problem.ts'

type Outside = { db: CrossDb; secrets: Secrets; now: Date; from: Caller }

export type Tokens = { access: string; refresh: string; scopes: readonly string[] }

const refreshPattern = /^evnr_[\w-]{43}$/

export async function redeemCode(
  { db, now, from }: Outside,
  clientId: string,
  sent: { code: string; redirectUri: string | undefined; verifier: string | undefined },
): Promise<Tokens> {
  const code = await db.system('read', (tx) => store.findCode(tx, hashSecret(sent.code)))
  if (!code || code.clientId !== clientId) throw noGrant()
  const replayed = () =>
    db.organization(code.organizationId, 'write', (tx) => endGrant(tx, auditor(from), code.grantId, 'code_replayed'))
  if (code.isRedeemed) {
    await replayed()
    throw noGrant()
  }
  if (Date.parse(code.expiresAt) <= now.getTime()) throw noGrant()
  if (sent.redirectUri !== code.redirectUri)
    throw new OAuthProblem('invalid_grant', 'redirect_uri is not the one of the authorization request.')
  if (!provesChallenge(sent.verifier, code.challenge))
    throw new OAuthProblem('invalid_grant', 'code_verifier does not prove the code_challenge.')
  const tokens = await db.organization(code.organizationId, 'write', async (tx) => {
    // The second of two concurrent calls waits here and finds the code redeemed.
    if ((await store.redeem(tx, code.grantId)) === 0) return undefined
    const refresh = `evnr_${randomBytes(32).toString('base64url')}`
    await store.insertRefreshToken(tx, code.grantId, {
      digest: hashSecret(refresh),
      generation: 1,
      expiresAt: refreshEnd(tx),
    })
    return { access: await giveAccess(tx, code.grantId), refresh, scopes: code.scopes }
  })
  if (tokens) return tokens
  await replayed()
  throw noGrant()
}

export async function refreshTokens(
  { db, secrets, now, from }: Outside,
  clientId: string,
  { shown, scopes }: { shown: string; scopes: readonly string[] },
): Promise<Tokens> {
  if (!refreshPattern.test(shown)) throw noGrant()
  const digest = hashSecret(shown)
  const owner = await db.system('read', (tx) => store.findRefreshToken(tx, digest))
  if (!owner || owner.clientId !== clientId) throw noGrant()
  const { grantId, organizationId } = owner
  const tokens = await db.organization(organizationId, 'write', async (tx) => {
    const grant = await store.lockGrant(tx, grantId)
    const [row, successor] = await store.readRefreshTokens(tx, grantId, digest)
    if (!grant || !row || Date.parse(row.expiresAt) <= now.getTime()) return undefined
    if (!grant.isAlive) {
      await endGrant(tx, auditor(from), grantId, 'without_ground')
      return undefined
    }
    if (scopes.some((each) => !isCovered(each, grant.scopes)))
      throw new OAuthProblem('invalid_scope', 'A requested scope was not granted. Request only granted scopes.')
    // The new token is derived from the token that the client sent. Concurrent refreshes therefore get the same successor,
    // and the family does not fork.
    const refresh = `evnr_${secrets.tokenFor(`oauth refresh token after ${shown}`)}`
    const next = hashSecret(refresh)
    if (row.rotatedAt === null) {
      await store.markRotated(tx, digest)
      await store.insertRefreshToken(tx, grantId, {
        digest: next,
        generation: row.generation + 1,
        expiresAt: refreshEnd(tx),
      })
    } else if (!isRepeat(row.rotatedAt, successor, now)) {
      await endGrant(tx, auditor(from), grantId, 'token_reused')
      return undefined
    }
    // RFC 6749 §6: requested scopes narrow only the access token. The refresh token keeps the scopes of the consent.
    const narrowed = scopes.length > 0 ? shortest(scopes) : null
    return { access: await giveAccess(tx, grantId, narrowed), refresh, scopes: narrowed ?? grant.scopes }
  })
  if (!tokens) throw noGrant()
  return tokens
}

/** True for a repeated request or after a lost response: the successor is unused, and the grace time has not passed. */
const isRepeat = (rotatedAt: string, successor: store.RefreshRow | undefined, now: Date): boolean =>
  successor !== undefined &&
  successor.rotatedAt === null &&
  now.getTime() - Date.parse(rotatedAt) <= graceSeconds * 1000

/** Unknown tokens count as revoked (RFC 7009 §2.2). Revoking a refresh token revokes the whole grant. */
export async function revokeToken({ db, from }: Outside, clientId: string, token: string): Promise<void> {
  const digest = hashSecret(token)
  const isRefresh = refreshPattern.test(token)
  const owner = await db.system('read', (tx) =>
    isRefresh ? store.findRefreshToken(tx, digest) : store.findAccessToken(tx, digest),
  )
  if (!owner || owner.clientId !== clientId) return
  await db.organization(owner.organizationId, 'write', async (tx) => {
    if (isRefresh) await endGrant(tx, auditor(from), owner.grantId, 'by_client')
    else await store.deleteAccessToken(tx, digest)
  })
}

/** `scopes` is a subset of the grant's scopes, or null for all of them. */
async function giveAccess(tx: OrganizationTx, grantId: string, scopes: string[] | null = null): Promise<string> {
  const access = newAccessToken()
  const expiresAt = new Date(tx.now.getTime() + accessTokenSeconds * 1000)
  await store.insertAccessToken(tx, grantId, { digest: hashSecret(access), scopes, expiresAt })
  return access
}

const refreshEnd = ({ now }: OrganizationTx) => new Date(now.getTime() + refreshTokenDays * 86_400_000)

/** The audit log names no person, because no person acted. It records the client address of the request. */
const auditor = (from: Caller) => auditAs({ type: 'system' }, from)

const noGrant = () =>
  new OAuthProblem(
    'invalid_grant',
    'Invalid code or token: it is unknown, used, expired, revoked, or belongs to another client.',
  )
