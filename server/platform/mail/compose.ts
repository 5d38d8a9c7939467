// Composes a mail. No text in a name or subject can become a header.
import { domainToASCII } from 'node:url'
import { newId } from '../values/ids.ts'

export type Address = { name?: string | null; address: string }
export type Dkim = { domainName: string; keySelector: string; privateKey: string }

export type Draft = {
  /**
   * The left side of the Message-ID. It is also the key in the local mailbox, so that a repeated mail is stored only once.
   */
  id?: string
  from: Address
  to: Address
  replyTo?: string | null
  /** The bounce address. If absent, bounces go to the sender. */
  returnPath?: string | null
  subject: string
  text: string
  html?: string | undefined
  /** The unsubscribe button of mail programs posts to this URL. The URL must be short, because it is part of a header. */
  unsubscribeUrl?: string | undefined
  /** Added unchanged to the mail's headers, so the caller must make them safe. */
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
      // Prevents automatic replies to the store's staff. Exchange needs a header of its own.
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

/** The headers that DKIM signs. Receivers ignore one-click unsubscribe unless both list headers are signed. */
export const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:reply-to:auto-submitted:feedback-id:list-unsubscribe:list-unsubscribe-post'

/** True for exactly one address. Text that could be parsed as a second address or as a command is refused. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?!-)[^\s@<>()[\]\\,;:"\p{C}.]+(\.[^\s@<>()[\]\\,;:"\p{C}.]+)*$/u.test(text)

const named = ({ name, address }: Address): Address => ({ name: headerText(name ?? '', longestName), address })

/**
 * Removes control characters, which could end a header, and direction marks, which could disguise a name. Joiners remain,
 * because names and emoji need them.
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

function cut(text: string, length: number): string {
  let end = 0
  for (const { segment, index } of new Intl.Segmenter('und').segment(text.slice(0, length + 64))) {
    if (index + segment.length > length) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return domainToASCII(domain) || domain
}
