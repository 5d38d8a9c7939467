import type { ParseArgsConfig } from 'node:util'

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>
export type Command = {
  summary: string
  usage?: string
  /** More for `--help`, such as an argument's allowed names. */
  details?(): string
  options?: ParseArgsConfig['options']
  run(input: { flags: Flags; args: string[] }): Promise<number>
}
