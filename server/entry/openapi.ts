import { readFileSync } from 'node:fs'
import { type Content, contentOf } from '#platform/content.ts'
import type { Reference } from '#platform/openapi.ts'
import { Answer, type Operation, operation } from '#platform/operation.ts'
import { deliveryContract } from '#resources/outbound-webhooks/examples.ts'
import { areas } from './areas.ts'
import { bodies } from './reference/bodies.ts'
import { fieldDescriptions } from './reference/field-descriptions.ts'
import { fieldExamples } from './reference/field-examples.ts'
import { introduction, sections } from './reference/sections.ts'

export const reference: Reference = {
  introduction,
  sections,
  fieldExamples,
  fieldDescriptions,
  bodies,
  // Read when the document is made and not kept: nothing else asks for them.
  get answers() {
    return JSON.parse(readFileSync(new URL('reference/answers.json', import.meta.url), 'utf8'))
  },
  webhooks: deliveryContract(areas.events),
  statuses: areas.statuses,
}

/** Every operation, and the one that serves their description; it is made once and handed over by reference. */
export function allOperations(document: () => string): readonly Operation[] {
  let content: Content | undefined
  return [
    ...areas.operations,
    operation({
      id: 'openapi.get',
      http: 'GET /openapi.json',
      tenancy: 'public',
      manual: true,
      summary: 'This document.',
      produces: ['application/json'],
      conditional: true,
      run: () => {
        content ??= { ...contentOf(document(), 'application/json; charset=utf-8'), isKept: true }
        return new Answer<never>(200, { content, headers: { vary: 'Accept-Encoding' } })
      },
    }),
  ]
}
