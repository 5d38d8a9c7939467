// Sends mail: over SMTP, or without SMTP_URL into the database's mailbox, where it can be read, so that nothing is sent by
// accident. Mail is sent by jobs, never inside a request. Suppression and retries are not decided here.
import type { Email } from './compose.ts'
import type { DeliveryResult } from './delivery-result.ts'

/** A mail of the service itself, such as an invitation. */
export type ServiceEmail = { to: string; subject: string; text: string; html?: string; organizationId?: string }

export type Mail = {
  /** Throws unless the mail was accepted; retrying is left to the caller. */
  send(message: ServiceEmail): Promise<void>
  /** Never throws. */
  deliver(email: Email, options?: DeliveryOptions): Promise<DeliveryResult>
  transport: 'smtp' | 'mailbox'
  close(): void
}

export type DeliveryOptions = {
  /** A mail that has not begun when this is aborted is not sent. */
  signal?: AbortSignal
  /**
   * Called before the first byte of the text leaves; where it rejects, the mail is not sent and the outcome is `aborted`.
   * The mailbox does not call it: the same mail twice is one row there.
   */
  begin?(): Promise<void>
}

/** Delivers one composed mail. */
export type Transport = {
  name: Mail['transport']
  deliver(email: Email, options?: DeliveryOptions): Promise<DeliveryResult>
  close(): void
}
