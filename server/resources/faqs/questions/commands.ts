import { publish } from '#platform/areas/events.ts'
import { explainRefusal } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { conflict, invalid, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { redactPerson } from '#resources/reviews/erasure-rules.ts'
import { tellAskers } from '../answer-mails/commands.ts'
import { createFaq, lockFaq, rewordQuestion } from '../commands.ts'
import { questionAsked } from '../events.ts'
import type { FaqRow } from '../rules.ts'
import { limits } from '../schema.ts'
import { type AskedQuestion, hashQuestion, type QuestionRow } from './rules.ts'
import type { QuestionAnswer, QuestionStatus } from './schema.ts'
import * as store from './store.ts'

type QuestionSubmission = { secrets: Secrets; address: string; isSpam: boolean }

/**
 * Returns the id of the new question. If the same person already asked it about this product from the same network,
 * returns the id of the first one. Throws 404 or 400 if the product is not found, and 409 while the first one is being
 * deleted.
 */
export async function takeQuestion(
  tx: StoreTx,
  asked: AskedQuestion,
  { secrets, address, isSpam }: QuestionSubmission,
): Promise<string> {
  const { platformProductId } = asked
  const product = platformProductId === null ? undefined : await store.findProduct(tx, platformProductId)
  if (platformProductId !== null && !product) throw await explainRefusal(tx, platformProductId)
  const key = hashQuestion(secrets, asked, { address, isSpam })
  const id = newId(tx.now.getTime())
  const status = isSpam ? ('spam' as const) : ('pending' as const)
  if (await store.insert(tx, { ...asked, id, productId: product?.id ?? null, status, key })) {
    if (!isSpam) publish(tx, questionAsked, { id, email: asked.email, name: asked.name })
    return id
  }
  const first = await store.findByKey(tx, key)
  if (!first) throw conflict('The same question is being withdrawn right now. Try again.')
  return first.id
}

export async function requireQuestion(tx: StoreTx, id: string): Promise<QuestionRow> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('question', id)
  return row
}

export async function changeQuestion(tx: StoreTx, id: string, status: QuestionStatus): Promise<QuestionRow> {
  await store.updateStatus(tx, id, status)
  return requireQuestion(tx, id)
}

export async function deleteQuestion(tx: StoreTx, id: string): Promise<void> {
  if ((await store.deleteQuestion(tx, id)) === 0) throw notFound('question', id)
}

export type AnswerResult = { faq: FaqRow; isNew: boolean }

/** Throws 409 for a question that is no longer pending, so only one of two concurrent answers is stored. */
export async function answerQuestion(tx: StoreTx, id: string, said: QuestionAnswer): Promise<AnswerResult> {
  const { answer, faqId } = said
  const asked = await store.lock(tx, id)
  if (!asked) throw notFound('question', id)
  if ((answer === undefined) === (faqId === undefined))
    throw invalid('Set either /answer or /faqId.', [
      { path: '/answer', message: 'or /faqId must be given, and not both' },
    ])
  if (asked.status !== 'pending')
    throw conflict(`The question is ${asked.status}. Set it back to pending before you answer it.`)
  // Locks the FAQ, so that it is published either before or after this transaction. In both cases one of the two
  // transactions mails the asker.
  const faq = faqId === undefined ? undefined : await lockFaq(tx, faqId)
  const answering = faq ?? (await createFaq(tx, buildDraft(asked, said)))
  await store.updateAnswered(tx, id, answering.id)
  if (answering.status === 'published') await tellAskers(tx, answering.id)
  return { faq: answering, isNew: faq === undefined }
}

const buildDraft = (
  asked: { question: string; productId: string | null; locale: string | null },
  said: QuestionAnswer,
) => ({
  question: said.question ?? shortened(asked.question),
  answer: said.answer ?? '',
  locale: asked.locale,
  ...(asked.productId !== null && { productIds: [asked.productId] }),
})

/** A question may be longer than a FAQ's limit, so it is shortened. The merchant reviews the draft before publishing. */
const shortened = (text: string): string => {
  const characters = [...text]
  return text.length <= limits.question
    ? text
    : `${characters
        .slice(0, limits.question - 60)
        .join('')
        .slice(0, limits.question - 1)
        .toWellFormed()}…`
}

/** Deletes all questions of a person. FAQs made from them are preserved without the person's address and name. */
export async function eraseAsker(tx: StoreTx, email: string): Promise<number> {
  for (const { id, question, name } of await store.listDrawnFrom(tx, email)) {
    const left = redactPerson(question, { email, name: name ?? '' })
    if (left !== question) await rewordQuestion(tx, id, left.slice(0, limits.question))
  }
  return store.deleteByEmail(tx, email)
}
