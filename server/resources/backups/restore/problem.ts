export class ArchiveProblem extends Error {
  readonly code: 'archive_invalid' | 'archive_too_new' | 'store_not_empty'
  constructor(code: ArchiveProblem['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export const invalidArchive = (message: string, cause?: unknown) =>
  new ArchiveProblem('archive_invalid', message, cause)

export const notEmpty = () =>
  new ArchiveProblem(
    'store_not_empty',
    'The store already has products, orders, reviews or members. Restore the archive into an empty store.',
  )
