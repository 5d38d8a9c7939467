import { readFileSync } from 'node:fs'
import { Answer } from '#platform/calls/answer.ts'
import { type Operation, operation } from '#platform/calls/operation.ts'
import { buildContent, type Content } from '#platform/values/content.ts'
import type { Json } from '#platform/values/json-schemas.ts'
import { deliveryContract } from '#resources/outbound-webhooks/examples.ts'
import type { Reference } from '../reference/openapi.ts'
import { buildPostman } from '../reference/postman.ts'
import { toYaml } from '../reference/yaml.ts'
import { areas } from './areas.ts'
import { introduction, sections } from './reference/sections.ts'

export const reference: Reference = {
  introduction,
  sections,
  // The example responses are large and only the document needs them, so the file is read on each access.
  get answers() {
    return JSON.parse(readFileSync(new URL('reference/answers.json', import.meta.url), 'utf8'))
  },
  webhooks: deliveryContract(areas.events),
  statuses: areas.statuses,
}

export function allOperations(document: () => Json): readonly Operation[] {
  return [
    ...areas.operations,
    documentOperation('openapi.get', 'openapi.json', 'application/json', {
      doc: { summary: 'Get this document', description: 'Returns the OpenAPI document of all operations, as JSON.' },
      write: () => JSON.stringify(document()),
    }),
    documentOperation('openapi.get_yaml', 'openapi.yaml', 'application/yaml', {
      doc: {
        summary: 'Get this document as YAML',
        description: 'Returns the OpenAPI document of all operations, as YAML.',
      },
      write: () => toYaml(document()),
    }),
    documentOperation('postman.get', 'postman.json', 'application/json', {
      doc: {
        summary: 'Get this document as a Postman collection',
        description: 'Returns all operations as a Postman collection, with an example of each.',
      },
      write: () => JSON.stringify(buildPostman(document())),
    }),
  ]
}

function documentOperation(
  id: string,
  path: string,
  type: string,
  { doc, write }: { doc: Operation['doc']; write(): string },
): Operation {
  let content: Content | undefined
  return operation({
    id,
    http: `GET /${path}`,
    tenancy: 'public',
    doc,
    output: { produces: [type], conditional: true },
    run: () => {
      content ??= { ...buildContent(write(), `${type}; charset=utf-8`), isKept: true }
      return new Answer<never>(200, { content, headers: { vary: 'Accept-Encoding' } })
    },
  })
}
