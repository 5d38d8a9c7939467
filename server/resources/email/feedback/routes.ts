import { createHash, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { requireMediaType } from '#platform/http/receive/form.ts'
import { parseJson } from '#platform/http/receive/json.ts'
import { AppError, notFound } from '#platform/values/errors.ts'
import { receiveEvents, receiveMessage } from './commands.ts'
import { maxMessageBytes } from './message.ts'

const maxJsonBytes = 5 * 1024 * 1024
const types = ['message/rfc822', 'application/json', 'text/plain'] as const

const Feedback = Type.Object(
  {
    applied: Type.Integer({ description: 'Number of reports that matched an email of this service.' }),
    ignored: Type.Integer({ description: 'Number of reports without an effect, such as a delay.' }),
    unmatched: Type.Integer({ description: 'Number of reports about unknown emails.' }),
  },
  { title: 'MailFeedback' },
)

export default [
  operation({
    id: 'email.receive_feedback',
    http: 'POST /email/feedback/:token',
    tenancy: 'public',
    access: { charges: 'nothing' },
    doc: {
      summary: 'Receive a bounce or complaint',
      description:
        "For the operator's mail provider; `evident doctor` prints the address with its token. Accepts raw reports (`message/rfc822`), and those of Postmark, Amazon SNS (`text/plain`), Mailgun and SendGrid. A report only affects the email it is about.",
    },
    input: {
      params: Type.Object({
        token: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Token of the feedback address.',
          examples: ['Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
        }),
      }),
      accepts: types,
    },
    output: { body: Feedback },
    async run({ params, request, services, db }) {
      const { upload } = request
      try {
        if (!isToken(params.token, services.secrets.operatorTokenFor('mail feedback'))) throw notFound('address')
        const type = requireMediaType(upload, types, 'report')
        const isMessage = type === 'message/rfc822'
        const bytes = await readAll(upload?.content, isMessage ? maxMessageBytes : maxJsonBytes)
        if (!isMessage) return await receiveEvents({ db, services }, parseJson(bytes))
        const counts = { applied: 0, ignored: 0, unmatched: 0 }
        counts[await receiveMessage({ db, services }, bytes)]++
        return counts
      } finally {
        // Reads the rest of the upload, so that the caller gets the response instead of a broken connection.
        upload?.content.resume()
      }
    },
  }),
]

const digest = (text: string) => createHash('sha256').update(text).digest()
const isToken = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

async function readAll(raw: Readable | undefined, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of raw?.iterator({ destroyOnReturn: false }) ?? []) {
    length += chunk.length
    if (length > maxBytes)
      throw new AppError(413, 'payload_too_large', `A report may have at most ${maxBytes / 1024 / 1024} MB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
