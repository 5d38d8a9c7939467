// The columns of a question show which mails are due. The transaction that sets these columns also adds the job, so
// neither exists alone.
import { htmlToText } from 'html-to-text'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type OwnPictures, renderMarkdown } from '#platform/files/markdown.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { type MessageKind, queueMessages } from '#resources/email/commands.ts'
import { textFor } from '../rules.ts'
import * as store from './store.ts'

export const tellJob = 'faqs.tell_askers'

const batchSize = 100

/** Runs in the transaction that publishes the FAQ, or that links a question to a published one. */
export async function tellAskers(tx: StoreTx, faqId: string): Promise<void> {
  if (!(await store.hasDueMails(tx, faqId))) return
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, tellJob, { storeEnvId, organizationId, faqId })
}

/** Each batch is queued and marked in one transaction, so a killed run resumes after the last complete batch. */
export async function sendDueMails(
  { db, services, stopping }: JobContext,
  { faqId, ...scope }: StoreScope & { faqId: string },
): Promise<void> {
  let taken = batchSize
  while (taken === batchSize) {
    if (stopping.aborted) throw new Error('stopped before all mails were queued')
    taken = await db.store(scope, 'write', (tx) => sendBatch(tx, services, faqId))
  }
}

async function sendBatch(tx: StoreTx, { secrets, media }: Services, faqId: string): Promise<number> {
  const due = (await store.lockDueMails(tx, faqId, batchSize)).map(({ id }) => id)
  if (due.length === 0) return 0
  const wanted = await store.listWanted(tx, due)
  const own = { storeEnvId: tx.storeEnvId, media }
  await queueMessages(
    tx,
    secrets,
    wanted.map((each) => buildMessage(tx, each, own)),
  )
  await store.updateMailed(tx, due)
  return due.length
}

function buildMessage(tx: StoreTx, mail: store.DueMail, own: OwnPictures) {
  const { id, email, name, locale, storeName, url, asked, faq } = mail
  return {
    template: answerMail.template,
    to: { email, name },
    locale: locale ?? faq.locale ?? 'en',
    category: 'transactional' as const,
    // The key includes the time, because an answer can be withdrawn before its mail is sent, and then be published again.
    key: `${keyStart}${id}:${tx.now.getTime()}`,
    data: {
      store: { name: storeName, url },
      customer: { name: name ?? '', firstName: name?.split(' ')[0] ?? '' },
      question: { asked },
      answer: { question: textFor(faq, locale, 'question'), body: plainText(textFor(faq, locale, 'answer'), own) },
    },
  }
}

const plainText = (markdown: string, own: OwnPictures): string =>
  htmlToText(renderMarkdown(markdown, own), {
    wordwrap: false,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
    ],
  }).trim()

const keyStart = 'faq_answered:'
const withdrawn = 'answer_withdrawn'

/** The FAQ is checked again before sending, because the mail may have waited in the queue. */
export const answerMail: MessageKind = {
  template: 'faq_answer',
  async stillWanted(tx, { key }) {
    return (await store.listWanted(tx, [parseQuestionId(key)])).length > 0 ? true : { skip: withdrawn }
  },
  /** The answer was withdrawn before its mail was sent, so the next publication queues a new mail. */
  async settled(tx, { key }, { state, reason }) {
    if (!key.startsWith(keyStart) || state !== 'skipped' || reason !== withdrawn) return
    const question = await store.updateNotMailed(tx, parseQuestionId(key))
    if (question?.faqId) await tellAskers(tx, question.faqId)
  },
}

const parseQuestionId = (key: string): string => key.slice(keyStart.length).split(':')[0] ?? ''
