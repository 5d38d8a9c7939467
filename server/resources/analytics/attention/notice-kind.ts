import { fill as fillText, formFor, type PluralForms } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import type { FilledMail, Message, MessageKind, SendDecision } from '#resources/email/commands.ts'
import type { OwnWords } from '#resources/email/templates/schema.ts'
import {
  isWorthAMail,
  type Kind,
  mostNamed,
  readKey,
  stopUrl,
  template,
  type WeekCounts,
  weekOf,
} from './notice-rules.ts'
import * as store from './notice-store.ts'

export const teamMails: MessageKind = { template, stillWanted, fill }

async function stillWanted(tx: StoreTx, { key, email }: Message): Promise<SendDecision> {
  const mail = readKey(key)
  const recipients = mail ? await store.listRecipients(tx, mail.kind) : []
  const isWanted = recipients.some((each) => each.id === mail?.id && each.email.toLowerCase() === email.toLowerCase())
  if (!mail || !isWanted) return { skip: 'no_longer_wanted' }
  return (await readContent(tx, mail.kind, mail.part, 'en')) ? true : { skip: 'nothing_to_say' }
}

/** Texts of the mail are data, so that no word of a review is read as a template. */
const words: OwnWords = {
  words: {
    subject: '{{ subject }}',
    heading: '{{ heading }}',
    body: '{% for line in lines %}<p>{{ line }}</p>{% endfor %}',
    button: { label: '{{ button }}', url: '{{ adminUrl }}' },
  },
  version: template,
  locale: null,
}

async function fill(tx: StoreReads, { key, locale }: Message, services: Services): Promise<FilledMail> {
  const mail = readKey(key)
  const [shop, content] = mail
    ? [await store.findStore(tx), await readContent(tx, mail.kind, mail.part, locale)]
    : [undefined, undefined]
  if (!mail || !shop || !content) return { data: {}, words: null }
  const { path, ...texts } = content
  return {
    data: {
      ...texts,
      store: { name: shop.name, url: shop.url },
      adminUrl: `${services.origin}/admin/stores/${tx.storeEnvId}${path}`,
    },
    unsubscribeUrl: stopUrl(services, mail.kind, { storeEnvId: tx.storeEnvId, id: mail.id }),
    words: { ...words, locale },
  }
}

type Content = { subject: string; heading: string; lines: string[]; button: string; path: string }

/** Undefined if the mail would have no content. */
async function readContent(tx: StoreReads, kind: Kind, part: string, locale: string): Promise<Content | undefined> {
  const shop = await store.findStore(tx)
  if (!shop) return undefined
  return kind === 'weekly_summary'
    ? writeSummary(await store.countWeek(tx, weekOf(part, shop.timezone)), shop.name, locale)
    : writeAlert(await store.listLowReviews(tx, part), shop.name, locale)
}

const counted = (forms: PluralForms, n: number, locale: string): string =>
  fillText(formFor(forms, new Intl.PluralRules(locale).select(n)), { n: n.toLocaleString(locale) })

export function writeSummary(counts: WeekCounts, name: string, locale: string): Content | undefined {
  if (!isWorthAMail(counts)) return undefined
  const { summary } = textsIn('team-mails', locale)
  const { received, receivedBefore, average, averageBefore, low, pending } = counts
  const rating = (value: number) => value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const lines = [
    `${counted(summary.received, received, locale)} ${fillText(summary.before, { n: receivedBefore.toLocaleString(locale) })}`,
    average !== null &&
      [
        fillText(summary.average, { n: rating(average) }),
        averageBefore !== null && fillText(summary.before, { n: rating(averageBefore) }),
      ]
        .filter((text) => text !== false)
        .join(' '),
    low > 0 && counted(summary.low, low, locale),
    pending > 0 && counted(summary.pending, pending, locale),
  ].filter((line) => line !== false)
  return {
    subject: fillText(summary.subject, { store: name }),
    heading: summary.heading,
    lines,
    button: summary.button,
    path: '/insights',
  }
}

const quoted = 160

export function writeAlert(reviews: readonly store.LowReview[], name: string, locale: string): Content | undefined {
  const [first] = reviews
  if (!first) return undefined
  const { alert } = textsIn('team-mails', locale)
  const named = reviews.slice(0, mostNamed).map(({ rating, body, productTitle }) => {
    const stars = '★'.repeat(rating) + '☆'.repeat(5 - rating)
    const text = body.replaceAll(/\s+/g, ' ').trim()
    const shown = text.length > quoted ? `${text.slice(0, quoted).toWellFormed()}…` : text
    return [stars, productTitle, shown && `“${shown}”`].filter(Boolean).join(' · ')
  })
  const others = reviews.length - named.length
  return {
    subject: fillText(counted(alert.subject, reviews.length, locale), { store: name }),
    heading: counted(alert.heading, reviews.length, locale),
    lines: [...named, ...(others > 0 ? [counted(alert.more, others, locale)] : [])],
    button: counted(alert.button, reviews.length, locale),
    path: reviews.length === 1 ? `/reviews/${first.id}?status=all` : '/reviews?status=all',
  }
}
