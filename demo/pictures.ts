// The demo shop's pictures, committed as files; README.md explains their origin.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'pictures')

export function buyersPhotos(): Map<string, string[]> {
  const names = readdirSync(join(folder, 'buyers')).map((file) => file.replace(/\.webp$/, ''))
  return Map.groupBy(names.sort(), (name) => name.replace(/-\d+$/, ''))
}

export const readLogo = (): Promise<Buffer> => readFile(join(folder, 'logo.png'))

export const readBuyersPhoto = (name: string): Promise<Buffer> => readFile(join(folder, 'buyers', `${name}.webp`))

/** Undefined for a name that is no picture of the shop's goods. */
export async function readGoodsPicture(name: string): Promise<Buffer | undefined> {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined
  return readFile(join(folder, 'goods', `${name}.webp`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
