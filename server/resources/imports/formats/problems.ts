// What can be wrong with an uploaded review file, in words for the merchant who sent it.
// Codes are stable and end up in outcome files; messages quote what was sent, with every
// e-mail address masked, because a shifted column can put one anywhere.

export type RowProblem = { code: string; message: string; column?: string }

/** The file as a whole cannot be read (further). Rows read before it was thrown stand. */
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

// Bounded before matching: the pattern backtracks over a long word without an @. An address has
// at most 64 characters before its @, so 400 leave no half of one in the 60 that are shown.
export const masked = (value: string): string =>
  value.slice(0, 400).replace(/[^\s<>"',;:()[\]]*(?:@|＠|%40)[^\s<>"',;()[\]]*/gi, '[e-mail]')
