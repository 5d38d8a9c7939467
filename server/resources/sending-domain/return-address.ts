// The address to which a message's failure comes back. It names store and message and proves that this deployment made it,
// so a report is believed about the message it came back for and about nothing else.
import { timingSafeEqual } from 'node:crypto'
import { isUuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'

/** `<store>.<message>.<proof>`, in letters and digits whose case does not matter: mail systems change it. */
const tokenLength = 12 + 1 + 25 + 1 + 16

/** A local part has 64 characters at most, of which the token and its `+` take 56. */
export const maxBounceLocalPart = 64 - 1 - tokenLength

export type ReturnToken = {
  /** The first bits of the store's id; a few stores made in one millisecond may share them. */
  storeFrom: string
  storeTo: string
  messageId: string
  proof: string
}

/** Stands for a message wherever a report may carry it back. */
export const messageToken = (secrets: Secrets, storeEnvId: string, messageId: string): string =>
  [encode(storeBits(storeEnvId), 12), encode(messageBits(messageId), 25), proofOf(secrets, storeEnvId, messageId)].join(
    '.',
  )

/** Everything in a text that has the form of a token; whether it is one is said by `isProven`. */
export function findTokens(text: string, most = 20): ReturnToken[] {
  const found = new Map<string, ReturnToken>()
  for (const [token, store = '', message = '', proof = ''] of text.toLowerCase().matchAll(pattern)) {
    const [storeFrom, storeTo, messageId] = [...storeRange(store), messageIdOf(message)]
    if (messageId && storeFrom && storeTo) found.set(token, { storeFrom, storeTo, messageId, proof })
    if (found.size >= most) break
  }
  return [...found.values()]
}

export function isProven(secrets: Secrets, storeEnvId: string, { messageId, proof }: ReturnToken): boolean {
  const [ours, theirs] = [Buffer.from(proofOf(secrets, storeEnvId, messageId)), Buffer.from(proof)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

// Without the letters that are taken for digits, or make words.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const symbol = `[${alphabet}]`
const pattern = new RegExp(`(?<![0-9a-z])(${symbol}{12})\\.(${symbol}{25})\\.(${symbol}{16})(?![0-9a-z])`, 'g')

const proofOf = (secrets: Secrets, storeEnvId: string, messageId: string): string => {
  const digest = Buffer.from(secrets.tokenFor(`return address ${storeEnvId}/${messageId}`), 'base64url')
  return encode(BigInt(`0x${digest.toString('hex', 0, 10)}`), 16)
}

/** Hexadecimal digits of a UUIDv7 without the one that says so. */
const digits = (id: string) => {
  const hex = id.replaceAll('-', '')
  return hex.slice(0, 12) + hex.slice(13)
}
const storeBits = (id: string) => BigInt(`0x${digits(id).slice(0, 15)}`)
const messageBits = (id: string) => BigInt(`0x${digits(id)}`)

function storeRange(text: string): [string?, string?] {
  const hex = decode(text).toString(16).padStart(15, '0')
  const [from, to] = ['0000-000000000000', 'ffff-ffffffffffff'].map(
    (end) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-${end}`,
  )
  return [from, to]
}

function messageIdOf(text: string): string | undefined {
  const hex = decode(text).toString(16).padStart(31, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-${hex.slice(15, 19)}-${hex.slice(19)}`
  return hex.length === 31 && isUuid(id) ? id : undefined
}

function encode(bits: bigint, length: number): string {
  let text = ''
  for (let rest = bits; text.length < length; rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text
  return text
}

const decode = (text: string): bigint =>
  [...text].reduce((bits, each) => (bits << 5n) | BigInt(alphabet.indexOf(each)), 0n)
