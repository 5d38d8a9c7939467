import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { choose, contentOf } from '#platform/http/content.ts'
import type { Reference } from '#platform/openapi.ts'
import { Answer, type Operation, operation } from '#platform/operation.ts'
import type { Content } from '#platform/storefront/content-cache.ts'
import { deliveryContract } from '#resources/outbound-webhooks/examples.ts'
import { operations } from './areas.ts'
import { bodies } from './reference/bodies.ts'
import { meanings } from './reference/meanings.ts'
import { introduction, sections } from './reference/sections.ts'
import { words } from './reference/words.ts'

export const reference: Reference = {
  introduction,
  sections,
  words,
  meanings,
  bodies,
  // Read when the document is made and not kept: nothing else asks for them.
  get answers() {
    return JSON.parse(readFileSync(new URL('reference/answers.json', import.meta.url), 'utf8'))
  },
  webhooks: deliveryContract(),
}

/** Every operation, and the one that serves their description; it is made once and handed over by reference. */
export function allOperations(document: () => string): readonly Operation[] {
  let content: Content | undefined
  return [
    ...operations,
    operation({
      id: 'openapi.get',
      http: 'GET /openapi.json',
      tenancy: 'public',
      manual: true,
      summary: 'This document.',
      produces: ['application/json'],
      conditional: true,
      run: ({ request }) => {
        content ??= { ...contentOf(document(), 'application/json; charset=utf-8'), isKept: true }
        const { form, isHeld } = choose(request.headers as IncomingHttpHeaders, content)
        const headers = { ...fieldsOf(isHeld ? form.held : form.whole), vary: 'Accept-Encoding' }
        return new Answer<never>(isHeld ? 304 : 200, { headers, ...(!isHeld && { stream: oneChunk(form.body) }) })
      },
    }),
  ]
}

/** As they alternate, name and value. */
const fieldsOf = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1] as string]] : [])))

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
