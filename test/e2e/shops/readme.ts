// Runs the commands of a plugin's README as the README prints them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findSnippet } from '#test/snippets.ts'
import { ended, start } from './installed.ts'

const plugins = join(import.meta.dirname, '../../../plugins')

function findCommand(plugin: string, naming: RegExp): string {
  const readme = readFileSync(join(plugins, plugin, 'README.md'), 'utf8')
  const commands = findSnippet(readme, 'sh', naming).split(/\n|&&/)
  return commands.find((command) => naming.test(command))?.trim() ?? assert.fail(`no command ${naming}`)
}

/** Runs the first command that matches in the shop's folder, with `node` as its Node. npx downloads nothing. */
export const typeCommand = (
  plugin: 'medusa' | 'vendure',
  naming: RegExp,
  folder: string,
  env: Record<string, string>,
  node = process.execPath,
): Promise<void> =>
  ended(
    start('sh', ['-c', findCommand(plugin, naming)], folder, {
      ...env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      npm_config_offline: 'true',
    }),
  )
