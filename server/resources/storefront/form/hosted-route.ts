// The form behind the link of a mail, outside the API: the link is the permission, for the products of one order. No GET
// records anything, because scanners follow every link; what the page itself sends does. Works without scripts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fromDatabase } from '#platform/errors.ts'
import { sendError } from '#platform/http/error-responses.ts'
import type { Kernel } from '#platform/kernel.ts'
import { languageOf } from '#widgets/review-form/texts/texts.ts'
import { answerOpen, answerReview, answerUpload } from './hosted-calls.ts'
import { answerForm, answerPage } from './hosted-page.ts'
import { type FormVisit, leave, visitOf } from './hosted-visit.ts'
import { sendNote } from './page.ts'
import { pageTextsIn } from './page-texts.ts'

type Answer = (visit: FormVisit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export async function formRoutes(app: FastifyInstance, kernel: Kernel): Promise<void> {
  // Bodies come unread: photos are held to limits of their own, and refusals come first.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    const page = (answer: Answer) =>
      handle(kernel, answer, (error, request, reply) => sayFailure(kernel, error, request, reply))
    const call = (answer: Answer) =>
      handle(kernel, answer, (error, request, reply) => sendError(kernel.services.log, error, request, reply))
    scope.route({ method: ['GET', 'HEAD'], url: '/f/:token', exposeHeadRoute: false, handler: page(answerPage) })
    scope.post('/f/:token', page(answerForm))
    scope.post('/f/:token/open', call(answerOpen))
    scope.post('/f/:token/uploads', call(answerUpload))
    scope.post('/f/:token/reviews', call(answerReview))
  })
}

function handle(
  kernel: Kernel,
  answer: Answer,
  fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      reply.header('cache-control', 'no-store').headers(await kernel.limits.spendAddress(request.ip))
      await answer(await visitOf(kernel, request), request, reply)
    } catch (error) {
      leave(request)
      fail(error, request, reply)
    }
    return reply
  }
}

/** To people a refusal is a page, in their language. */
function sayFailure({ services }: Kernel, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = fromDatabase(thrown)
  const language = languageOf(request.headers['accept-language'])
  const texts = pageTextsIn(language)
  const status = error instanceof AppError ? error.status : 500
  if (status >= 500)
    services.log.error({ req: request.id, err: String((error as Error).stack ?? error) }, 'a form failed')
  if (error instanceof AppError && error.headers) reply.headers(error.headers)
  const { code } = error as { code?: string }
  const note =
    code === 'subscription_expired'
      ? texts.closed
      : (
          { 403: texts.elsewhere, 404: texts.gone, 410: texts.cancelled, 429: texts.tooMany } as Record<
            number,
            readonly [string, string]
          >
        )[status]
  sendNote(reply, { language, status, note: note ?? texts.failed })
}
