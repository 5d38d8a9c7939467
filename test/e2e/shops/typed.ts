// Checks the code of a merchant against the types of an installed package.
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ended, start } from './installed.ts'

const root = join(import.meta.dirname, '../../..')
const consumers = { medusa: 'medusa.ts', vendure: 'vendure.ts', react: 'react.tsx' }

/** `folder` has the package, and the packages of the shop. The compiler is that of `tools`. */
export async function assertTypes(folder: string, name: keyof typeof consumers, tools = folder): Promise<void> {
  const project = mkdtempSync(join(folder, 'types-'))
  const file = consumers[name]
  cpSync(join(root, 'test/shops/consumers', file), join(project, file))
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2023', 'dom'], module: 'nodenext', moduleResolution: 'nodenext', types: [] },
    ...{ jsx: 'react-jsx', strict: true, skipLibCheck: true, experimentalDecorators: true, noEmit: true },
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  await ended(start(process.execPath, [join(tools, 'node_modules/typescript/bin/tsc'), '-p', project], project, {}))
}
