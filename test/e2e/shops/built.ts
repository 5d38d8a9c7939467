import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { copyOf, type Packed, pack, run } from '../../plugins/packed.ts'
import { installPackages } from './installed.ts'

/** Builds and packs the plugin as a release does, with the tools of its own lock file. */
export async function buildPlugin(platform: 'medusa' | 'vendure'): Promise<Packed> {
  const folder = copyOf(platform)
  try {
    const tools = await installPackages(`${platform}-plugin`)
    symlinkSync(join(tools, 'node_modules'), join(folder, 'package/node_modules'))
    const [program, words] =
      platform === 'medusa'
        ? [process.execPath, ['node_modules/@medusajs/cli/cli.js', 'plugin:build']]
        : ['npm', ['run', 'build']]
    await run(join(folder, 'package'), program, words, { NODE_ENV: 'production', MEDUSA_DISABLE_TELEMETRY: '1' })
    return await pack(folder, `${platform}-plugin-evident`)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
