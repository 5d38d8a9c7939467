/** Why an archive cannot be restored: told to who sent it, at once or as the import's error. */
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
    'The store has products, orders, reviews or members already. An archive is restored into an empty store: open another one.',
  )
