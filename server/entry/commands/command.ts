import type { ParseArgsConfig } from 'node:util'

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>
export type Command = {
  summary: string
  usage?: string
  details?(): string
  options?: ParseArgsConfig['options']
  run(input: { flags: Flags; args: string[] }): Promise<number>
}
