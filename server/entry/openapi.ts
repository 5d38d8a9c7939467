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
    description('openapi.get', 'openapi.json', 'Get this document', 'application/json', () =>
      JSON.stringify(document()),
    ),
    description('openapi.get_yaml', 'openapi.yaml', 'Get this document as YAML', 'application/yaml', () =>
      toYaml(document()),
    ),
    description('postman.get', 'postman.json', 'Get this document as a Postman collection', 'application/json', () =>
      JSON.stringify(buildPostman(document())),
    ),
  ]
}

function description(id: string, path: string, summary: string, type: string, write: () => string): Operation {
  let content: Content | undefined
  return operation({
    id,
    http: `GET /${path}`,
    tenancy: 'public',
    doc: { summary },
    output: { produces: [type], conditional: true },
    run: () => {
      content ??= { ...buildContent(write(), `${type}; charset=utf-8`), isKept: true }
      return new Answer<never>(200, { content, headers: { vary: 'Accept-Encoding' } })
    },
  })
}
