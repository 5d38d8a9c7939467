import type { Answer } from './evident.ts'

const addressFields = ['/data/callback', '/data/address', '/address']

/** The code of Evident's response or of this plugin, and an English sentence. Pages translate the codes they know. */
export function readRefusal(answer: Answer | undefined): { code: string | undefined; message: string } {
  if (!answer || answer.status === 0) return { code: 'away', message: 'Evident does not answer.' }
  const { code, message, details } = (answer.body ?? {}) as Record<string, unknown>
  if (typeof message !== 'string') return { code: 'unexpected', message: `Evident answers ${answer.status}.` }
  const path = Array.isArray(details) ? details[0]?.path : undefined
  if (code === 'validation_failed' && addressFields.includes(path)) return { code: 'address_refused', message }
  return { code: typeof code === 'string' ? code : undefined, message }
}
