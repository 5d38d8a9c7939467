import { photoFolders } from '#platform/files/images/keys.ts'

/** How long an owner can undo it. */
export const graceDays = 30

export const deletionMail = 'orgs.mail_deletion'

/** Events are of stores: a job of the organization's transaction publishes them in each of its own. */
export const publishClosing = 'orgs.publish_closing'

/** Where areas keep files of a store, as `<folder>/<store>/…`. */
export const storageFolders = [...photoFolders, 'imports', 'restores', 'backups', 'packs'] as const
