// Messages mask every address in quotes, because a shifted column can contain one. Codes are stable.

export type RowProblem = { code: string; message: string; column?: string }

/** The file cannot be read any further. Rows that were read earlier remain imported. */
export class FileProblem extends Error {
  readonly code: string
  readonly details: Record<string, unknown>

  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'FileProblem'
    this.code = code
    this.details = details
  }
}

export function quoted(value: string): string {
  const text = masked(value).replace(/\s+/g, ' ').trim()
  return `“${text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text}”`
}

// Truncates before matching, because the pattern backtracks over a long word without an @. Messages show 60 characters, and
// an address has at most 64 before its @, so none of the first 400 can expose an address whose @ was cut off.
export const masked = (value: string): string =>
  value.slice(0, 400).replace(/[^\s<>"',;:()[\]]*(?:@|＠|%40)[^\s<>"',;()[\]]*/gi, '[e-mail]')

export type RawValues = Record<string, string>
export type RawRecord = { line: number; values: RawValues } | { line: number; problem: RowProblem }
