import { photoFolders } from '#platform/files/images/keys.ts'

/** Days during which an owner can undo it. */
export const graceDays = 30

export const deletionMail = 'orgs.mail_deletion'

/** Events belong to stores, so a job of the organization's transaction publishes one in each. */
export const publishClosing = 'orgs.publish_closing'

/** Areas store files as `<folder>/<store>/…`. */
export const storageFolders = [...photoFolders, 'imports', 'restores', 'backups', 'packs'] as const
