// Builds a mail from its parts: its headers, and that no text in a name or a subject can become a header.
import { domainToASCII } from 'node:url'
import { newId } from '../values/ids.ts'

export type Address = { name?: string | null; address: string }
export type Dkim = { domainName: string; keySelector: string; privateKey: string }

export type Draft = {
  /** The left side of the Message-ID, and the key in the local mailbox, which keeps the same mail once. */
  id?: string
  from: Address
  to: Address
  replyTo?: string | null
  /** Where bounces go; by default to the sender. */
  returnPath?: string | null
  subject: string
  text: string
  html?: string | undefined
  /** Short, since it goes into a header; the unsubscribe button of mail programs posts to it. */
  unsubscribeUrl?: string | undefined
  /** In addition to those every mail has; written as they are, so the caller has to make them safe. */
  headers?: Record<string, string>
  dkim?: Dkim | null
  date: Date
  organizationId?: string | undefined
  storeEnvId?: string
}

export type Email = {
  id: string
  envelope: { from: string; to: string }
  from: Address
  to: Address
  replyTo: string | null
  subject: string
  text: string
  html: string | undefined
  messageId: string
  date: Date
  headers: Record<string, string>
  dkim: Dkim | null
  organizationId: string | undefined
  storeEnvId: string | undefined
}

const longestSubject = 250
const longestName = 100

export function compose(draft: Draft): Email {
  const { from, to, unsubscribeUrl, id = newId(draft.date.getTime()) } = draft
  return {
    id,
    envelope: { from: draft.returnPath ?? from.address, to: to.address },
    from: named(from),
    to: named(to),
    replyTo: draft.replyTo ?? null,
    subject: headerText(draft.subject, longestSubject),
    text: draft.text.toWellFormed().replaceAll('\0', ''),
    html: draft.html?.toWellFormed().replaceAll('\0', ''),
    messageId: `<${id}@${domainOf(from.address)}>`,
    date: draft.date,
    headers: {
      // Answers of machines would reach the store's people; Exchange only heeds a header of its own.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      ...draft.headers,
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    dkim: draft.dkim ?? null,
    organizationId: draft.organizationId,
    storeEnvId: draft.storeEnvId,
  }
}

/** The headers that DKIM signs. Receivers ignore the one-click unsubscribe unless both list headers are signed. */
export const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:reply-to:auto-submitted:feedback-id:list-unsubscribe:list-unsubscribe-post'

/** One address and nothing more: what could be read as a second one, or as a command, is none. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?!-)[^\s@<>()[\]\\,;:"\p{C}.]+(\.[^\s@<>()[\]\\,;:"\p{C}.]+)*$/u.test(text)

const named = ({ name, address }: Address): Address => ({ name: headerText(name ?? '', longestName), address })

/**
 * A line of text: control characters end no header, and those that turn the direction of writing cannot make a name look
 * like another. Joiners stay, names and emoji are spelled with them.
 */
export function headerText(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= longest ? line : `${cut(line, longest - 1)}…`
}

/** Not through the middle of what a reader sees as one character. */
function cut(text: string, length: number): string {
  let end = 0
  for (const { segment, index } of new Intl.Segmenter('und').segment(text.slice(0, length + 64))) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** As headers write it, whatever script it was given in. */
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain
}
