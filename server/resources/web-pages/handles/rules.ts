import type { WebPageSettings } from './schema.ts'

export type Handles = { handle: string | null; former: string[] }

export const toSettings = ({ handle, former }: Handles, origin: string): WebPageSettings => ({
  handle,
  baseUrl: handle === null ? null : `${origin}/p/${handle}/`,
  formerHandles: former,
})

export function suggestHandle(storeName: string): string {
  const plain = storeName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')
  return plain.length < 2 ? 'shop' : plain
}
