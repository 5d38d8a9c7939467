import type { EmailSettings } from '../../../api/mail/email.ts'

export type SetSettings = (change: Partial<EmailSettings>) => void

export type FieldsProps = { settings: EmailSettings; set: SetSettings; error(path: string): string | undefined }
