/** What cannot be judged at all. */
export class Unreadable extends Error {}

export type Report = {
  ok: boolean
  problems: string[]
  kind: 'pack' | 'assessment' | 'archive' | 'proof'
  store: string | null
  entries: number
  heads: number
  reviews: number
  /** Facts to know that are no problems; absent when there are none. */
  notices?: string[]
  /** Witnesses of the policy, with the number of heads that each has cosigned; absent without a policy. */
  witnesses?: { name: string; heads: number; newest: number | null }[]
}

export function verifyFile(path: string, options?: { keys?: string[]; policy?: string }): Promise<Report>
export function main(args: readonly string[], say: (line: string) => void): Promise<0 | 1 | 2>
