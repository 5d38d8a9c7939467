// Without SMTP_URL, mail is only stored in the local mailbox, so that nothing is sent by accident. Only jobs send mail.
import type { Email } from './compose.ts'
import type { DeliveryResult } from './delivery-result.ts'

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
  /** After this signal aborts, mails that have not started are not sent. */
  signal?: AbortSignal
  /**
   * Called before a mail is sent. If it rejects, the mail is not sent and the outcome is `aborted`. The local mailbox never
   * calls it.
   */
  begin?(): Promise<void>
}

export type Transport = {
  name: Mail['transport']
  deliver(email: Email, options?: DeliveryOptions): Promise<DeliveryResult>
  close(): void
}
