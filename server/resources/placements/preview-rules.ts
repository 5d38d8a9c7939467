// This token previews one unpublished placement. It is signed and not stored, it expires, and it gives access to nothing
// else. Pure.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'

const holdsMs = 86_400_000

export function signPreview(secrets: Secrets, storeEnvId: string, id: string, now: Date) {
  const until = new Date(now.getTime() + holdsMs)
  const word = `${id}.${until.getTime().toString(36)}`
  return { token: `${word}.${deriveProof(secrets, storeEnvId, word)}`, expiresAt: until.toISOString() }
}

/** The placement of a token. Undefined if the token is invalid, expired or from another store. */
export function previewedBy(
  secrets: Secrets,
  storeEnvId: string,
  token: string | undefined,
  now: Date,
): string | undefined {
  const [, id, until = '', proof = ''] = /^([0-9a-f-]{36})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (id === undefined) return undefined
  const expected = Buffer.from(deriveProof(secrets, storeEnvId, `${id}.${until}`))
  const isOurs = timingSafeEqual(Buffer.from(proof), expected)
  return isOurs && now.getTime() < Number.parseInt(until, 36) ? id : undefined
}

const deriveProof = (secrets: Secrets, storeEnvId: string, word: string): string =>
  secrets.tokenFor(`preview of the placement ${word} in ${storeEnvId}`)
