/** How long an owner can undo it. */
export const graceDays = 30

export const deletionMail = 'orgs.mail_deletion'

/** Where areas keep files of a store, as `<folder>/<store>/…`. */
export const storageFolders = ['photos', 'catalogue', 'imports'] as const
