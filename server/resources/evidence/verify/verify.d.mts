/** What cannot be judged at all. */
export class Unreadable extends Error {}

export type Report = {
  ok: boolean
  problems: string[]
  kind: 'pack' | 'assessment' | 'archive'
  store: string | null
  entries: number
  heads: number
  reviews: number
  /** Facts to know that are no problems; absent when there are none. */
  notices?: string[]
}

export function verifyFile(path: string, options?: { keys?: string[] }): Promise<Report>
export function main(args: readonly string[], say: (line: string) => void): Promise<0 | 1 | 2>
