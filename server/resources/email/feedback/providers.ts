// Skips events of an unknown form. An event counts only by the message's token, never by an address in it.
import type { Log } from '#platform/process/log.ts'
import { isFields, type ProviderEvent } from './event.ts'
import { isMailgun, readMailgun } from './mailgun.ts'
import { isPostmark, readPostmark } from './postmark.ts'
import { isSendGrid, readSendGrid } from './sendgrid.ts'
import { isSns, readSns } from './ses.ts'

/**
 * Maximum number of events in one request. Providers post a page of events at a time, and SendGrid's pages are the longest.
 */
const maxEvents = 2_000

export function readProviderEvents(body: unknown, log: Log): ProviderEvent[] {
  const bodies = (Array.isArray(body) ? body : [body]).slice(0, maxEvents)
  return bodies.filter(isFields).flatMap((fields) => {
    if (isPostmark(fields)) return readPostmark(fields)
    if (isSns(fields)) return readSns(fields, log)
    if (isMailgun(fields)) return readMailgun(fields)
    if (isSendGrid(fields)) return readSendGrid(fields)
    return []
  })
}
