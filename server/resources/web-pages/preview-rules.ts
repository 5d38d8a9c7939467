// Signs and verifies tokens of preview links. A link shows the page as last saved, and is valid for a day. Pure.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { isUuid } from '#platform/values/ids.ts'

export const previewHours = 24

type PreviewClaim = { storeEnvId: string; pageId: string }
type Keys = Pick<Secrets, 'tokenFor'>

export const signToken = (secrets: Keys, seen: PreviewClaim, endsAt: Date): string => {
  const ends = Math.floor(endsAt.getTime() / 1000).toString(36)
  return `${seen.pageId}.${ends}.${deriveProof(secrets, seen, ends)}`
}

/** The page of a token. Undefined if the token is invalid, expired or from another store. */
export function verifyToken(secrets: Keys, storeEnvId: string, token: string, now: Date): string | undefined {
  const [, pageId = '', ends = '', proof = ''] = /^([0-9a-f-]{36})\.([0-9a-z]{1,9})\.([\w-]{43})$/.exec(token) ?? []
  if (!isUuid(pageId) || Number.parseInt(ends, 36) * 1000 <= now.getTime()) return undefined
  const good = Buffer.from(deriveProof(secrets, { storeEnvId, pageId }, ends))
  const given = Buffer.from(proof)
  return given.length === good.length && timingSafeEqual(given, good) ? pageId : undefined
}

const deriveProof = (secrets: Keys, { storeEnvId, pageId }: PreviewClaim, ends: string) =>
  secrets.tokenFor(`web page preview ${storeEnvId} ${pageId} ${ends}`)
