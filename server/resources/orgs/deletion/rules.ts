import { photoFolders } from '#platform/files/images/keys.ts'

export const graceDays = 30

export const deletionMail = 'orgs.mail_deletion'

/** Events belong to stores, so the organization's transaction adds a job that publishes one event in each store. */
export const publishClosing = 'orgs.publish_closing'

/** Areas store files as `<folder>/<store>/…`. */
export const storageFolders = [...photoFolders, 'imports', 'restores', 'backups', 'packs', 'assessments'] as const
