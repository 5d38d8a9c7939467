import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { UnsuitableDatabase } from '#platform/db/can-connect.ts'
import { ConfigError, unknownVariables } from '#platform/process/config.ts'
import type { Command } from './commands/command.ts'
import { verify } from './commands/verify.ts'
import { OperatorError } from './operator.ts'

const [name = 'help', ...rest] = process.argv.slice(2)
// Loading the service takes longer than verifying a file, and verification needs none of the service.
const commands: Record<string, Command> = name === 'verify' ? { verify } : (await import('./commands.ts')).commands

process.exitCode = await main().catch(explain)
// An open channel to the first process of the cluster would keep this process from exiting.
cluster.worker?.disconnect()

async function main(): Promise<number> {
  const command = commands[name]
  if (!command) return usage(name)
  const unknown = unknownVariables()
  if (unknown.length > 0)
    throw new ConfigError(`Unknown environment variable: ${unknown.join(', ')}. Correct or remove it.`)
  const { values, positionals } = parseArgs({
    args: rest,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, ...command.options },
    allowPositionals: true,
  })
  if (values.help) return help(command)
  return await command.run({ flags: values, args: positionals })
}

function help({ summary, usage, details }: Command): number {
  const lines = [`evident ${[name, usage].filter(Boolean).join(' ')}`, '', `  ${summary}`]
  console.log([...lines, ...(details ? [`  ${details()}`] : [])].join('\n'))
  return 0
}

function usage(name: string): number {
  const asked = name === 'help' || name === '--help' || name === '-h'
  const lines = Object.entries(commands).map(
    ([command, { summary, usage }]) => `  ${command.padEnd(13)} ${summary}${usage ? `\n                ${usage}` : ''}`,
  )
  const text = `${asked ? '' : `evident: Unknown command "${name}". The commands are:\n\n`}evident COMMAND [--json]\n\n${lines.join('\n')}`
  if (asked) console.log(text)
  else console.error(text)
  return asked ? 0 : 1
}

function explain(error: Error & { code?: string }): number {
  const mendable =
    [OperatorError, ConfigError, UnsuitableDatabase].some((known) => error instanceof known) ||
    error.code?.startsWith('ERR_PARSE_ARGS')
  console.error(mendable ? `evident: ${error.message}` : error)
  return 1
}
