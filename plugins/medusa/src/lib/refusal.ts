import type { Answer } from './evident.ts'

const addressFields = ['/data/callback', '/data/address', '/address']

/**
 * The code of Evident's response or of this plugin, and an English sentence. Pages translate the codes they know.
 * `address` is the shop's address that Evident got.
 */
export function readRefusal(answer: Answer | undefined, address = ''): { code: string | undefined; message: string } {
  if (!answer || answer.status === 0) return { code: 'away', message: 'Evident does not answer.' }
  const { code, message, details } = (answer.body ?? {}) as Record<string, unknown>
  if (typeof message !== 'string') return { code: 'unexpected', message: `Evident answers ${answer.status}.` }
  const path = Array.isArray(details) ? details[0]?.path : undefined
  if (code === 'validation_failed' && addressFields.includes(path)) return { code: codeOf(address), message }
  return { code: typeof code === 'string' ? code : undefined, message }
}

/** Evident refuses an address of its own machine, a private one with https, and one without https for different reasons. */
function codeOf(address: string): string {
  if (!URL.canParse(address)) return 'address_refused'
  const { protocol, hostname } = new URL(address)
  if (/^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)) return 'address_on_this_machine'
  return protocol === 'https:' ? 'address_not_public' : 'address_refused'
}
