import type { Credentials } from '../shop.ts'

const hashPattern = /^[a-z0-9]{4,40}$/

export function readAddress(typed: string): { address: string } | { refusal: string } {
  const plain = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
  const [, fromPath] = /^(?:api\.bigcommerce\.com\/)?stores\/([a-z0-9]+)(?:\/.*)?$/.exec(plain) ?? []
  const [, fromHost] = /^store-([a-z0-9]+)(?:-\d+)?\.mybigcommerce\.com(?:\/.*)?$/.exec(plain) ?? []
  const address = fromPath ?? fromHost ?? plain
  if (hashPattern.test(address)) return { address }
  return { refusal: 'be the hash of the store, such as abc123 of https://api.bigcommerce.com/stores/abc123/' }
}

const fields = ['accessToken', 'clientSecret'] as const

export function refusedCredentials(credentials: Credentials): { field: string; message: string } | undefined {
  const unknown = Object.keys(credentials).find((field) => !(fields as readonly string[]).includes(field))
  if (unknown) return { field: unknown, message: 'must be left out: it takes accessToken and clientSecret' }
  const missing = fields.find((field) => !credentials[field]?.trim())
  if (missing) return { field: missing, message: 'must be given, as BigCommerce shows it' }
  const odd = fields.find((field) => !/^[\x21-\x7e]{1,255}$/.test(credentials[field] ?? ''))
  if (odd) return { field: odd, message: 'must be as BigCommerce shows it, without spaces' }
}

export const credentialLast4 = ({ accessToken }: Credentials): string | null => accessToken?.slice(-4) ?? null
