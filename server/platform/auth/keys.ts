// The CRC32 refuses a mistyped key without a query, and secret scanners recognise the format. Only the SHA-256 is stored.
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^evn[tsoc]_[0-9A-Za-z]{46}$/

export const keyPrefix = 'evnt_'
export const supportPrefix = 'evns_'
export const accessTokenPrefix = 'evno_'
const clientSecretPrefix = 'evnc_'

export const newKey = (): string => newSecret(keyPrefix)
export const newSupportToken = (): string => newSecret(supportPrefix)
export const newAccessToken = (): string => newSecret(accessTokenPrefix)
export const newClientSecret = (): string => newSecret(clientSecretPrefix)

function newSecret(prefix: string): string {
  let body = ''
  while (body.length < 40) {
    // 248 is the largest multiple of 62 in a byte. Higher values would favour the first characters.
    for (const byte of randomBytes(64)) if (byte < 248 && body.length < 40) body += alphabet[byte % 62]
  }
  return withChecksum(prefix + body)
}

export const isWellFormedKey = (key: string): boolean => pattern.test(key) && withChecksum(key.slice(0, -6)) === key

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The last characters of the key. Lists show them so that people can compare keys. */
export const last4Of = (key: string): string => key.slice(-4)

function withChecksum(text: string): string {
  let rest = crc32(text)
  let check = ''
  for (let i = 0; i < 6; i++) {
    check = alphabet[rest % 62] + check
    rest = Math.floor(rest / 62)
  }
  return text + check
}
