import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { copyOf, type Packed, pack, run } from './packed.ts'

const root = join(import.meta.dirname, '../..')

export async function packReact(): Promise<Packed> {
  const folder = copyOf('react')
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'))
  await run(join(folder, 'package'), process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])
  return await pack(folder, '@evident/react')
}
