import { Answer, type Operation, operation } from '#platform/operation.ts'

/** The document describes itself too, so it is made once and handed over by reference. */
export const openApiOperation = (document: () => string): Operation =>
  operation({
    id: 'openapi.get',
    http: 'GET /openapi.json',
    tenancy: 'public',
    manual: true,
    summary: 'This document.',
    produces: ['application/json'],
    run: () =>
      new Answer<never>(200, {
        stream: [document()] as unknown as AsyncIterable<string>,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
  })
