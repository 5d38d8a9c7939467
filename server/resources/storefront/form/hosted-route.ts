// The link gives access to the products of one order. GET records nothing, because scanners follow links.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#locales/languages.ts'
import { type Note, textsIn } from '#locales/texts.ts'
import type { Page } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import type { AppError } from '#platform/values/errors.ts'
import { answerOpen, answerReview, answerUpload } from './hosted-calls.ts'
import { answerForm, answerPage } from './hosted-page.ts'
import { type FormVisit, readVisit } from './hosted-visit.ts'
import { notePage } from './page.ts'

type Answer = (visit: FormVisit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const call = (id: string, method: 'GET' | 'POST', path: PageRoute['path'], answer: Answer): PageRoute => ({
  id: `storefront.${id}`,
  method,
  path,
  limit: 'address',
  accepts: 'upload',
  handle: async (kernel, request, reply) => answer(await readVisit(kernel, request), request, reply),
})

/** Every response, even an error, is an HTML page in the person's language. */
const page = (...parts: Parameters<typeof call>): PageRoute => ({ ...call(...parts), refusal })

export const formPages: readonly PageRoute[] = [
  page('form_page', 'GET', '/f/:token', answerPage),
  page('form_sent', 'POST', '/f/:token', answerForm),
  call('form_opened', 'POST', '/f/:token/open', answerOpen),
  call('form_photo', 'POST', '/f/:token/uploads', answerUpload),
  call('form_review', 'POST', '/f/:token/reviews', answerReview),
]

function refusal({ status, code }: AppError, { headers }: FastifyRequest): Page {
  const language = languageOf(headers['accept-language'])
  const texts = textsIn('hosted-form', language)
  const known: Record<number, Note> = {
    403: code === 'subscription_expired' ? texts.closed : texts.elsewhere,
    404: texts.gone,
    410: texts.cancelled,
    429: texts.tooMany,
  }
  return notePage({ language, status, note: known[status] ?? texts.failed })
}
