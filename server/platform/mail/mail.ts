// Sends mail over SMTP, or without SMTP_URL to the database's mailbox, so that nothing is sent by accident. Jobs send mail,
// never requests. Suppression and retries are decided elsewhere.
import type { Email } from './compose.ts'
import type { DeliveryResult } from './delivery-result.ts'

/** The service's own mail, such as an invitation. */
export type ServiceEmail = { to: string; subject: string; text: string; html?: string; organizationId?: string }

export type Mail = {
  /** Throws unless the mail was accepted. The caller retries. */
  send(message: ServiceEmail): Promise<void>
  /** Never throws. */
  deliver(email: Email, options?: DeliveryOptions): Promise<DeliveryResult>
  transport: 'smtp' | 'mailbox'
  close(): void
}

export type DeliveryOptions = {
  /** Aborting prevents mails that have not started. */
  signal?: AbortSignal
  /**
   * Called before the first byte of the text is sent. If it rejects, the mail is not sent and the outcome is `aborted`. The
   * mailbox does not call it: a repeated mail is one row there.
   */
  begin?(): Promise<void>
}

export type Transport = {
  name: Mail['transport']
  deliver(email: Email, options?: DeliveryOptions): Promise<DeliveryResult>
  close(): void
}
