import type { Reference } from '#platform/openapi.ts'
import { Answer, type Operation, operation } from '#platform/operation.ts'
import { operations } from './areas.ts'
import { bodies } from './reference/bodies.ts'
import { introduction, sections } from './reference/sections.ts'
import { words } from './reference/words.ts'

export const reference: Reference = { introduction, sections, words, bodies }

/** Every operation, and the one that serves their description; it is made once and handed over by reference. */
export const allOperations = (document: () => string): readonly Operation[] => [
  ...operations,
  operation({
    id: 'openapi.get',
    http: 'GET /openapi.json',
    tenancy: 'public',
    manual: true,
    summary: 'This document.',
    produces: ['application/json'],
    run: () =>
      new Answer<never>(200, {
        stream: oneChunk(document()),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
  }),
]

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text
}
