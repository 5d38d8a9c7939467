// What every command of the operator's is.
import type { ParseArgsConfig } from 'node:util'

export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>
export type Command = {
  summary: string
  usage?: string
  /** More for `--help`, such as the names that an argument may have. */
  details?(): string
  options?: ParseArgsConfig['options']
  run(input: { flags: Flags; args: string[] }): Promise<number>
}
