// Uses an independent validator, because our serializer uses the same declarations and would never find an error in them.
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>
type Response = { content?: Record<string, { schema: Json }>; headers?: Record<string, Json> }
type Described = { operationId: string; responses: Record<string, Response | { $ref: string }> }
export type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Json; responses?: Record<string, Response> }
}

export type Seen = {
  method: string
  /** Path below `/api/v1`, with or without a query. */
  path: string
  status: number
  headers: Record<string, unknown>
  text: string
}

export type ServedDocument = {
  operationAt(method: string, path: string): string | undefined
  /** Throws if the document does not declare the response. Paths outside the document are ignored. */
  assertDeclared(seen: Seen): void
}

export function readDocument(document: Document): ServedDocument {
  const routes = listRoutes(document)
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  // This is a CommonJS plugin, and TypeScript and Node disagree about its default export.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  // Our own formats are stricter than the type and are checked elsewhere.
  for (const [, format = ''] of JSON.stringify(document).matchAll(/"format":"([\w-]+)"/g))
    if (!(format in ajv.formats)) ajv.addFormat(format, true)
  for (const keyword of ['components', 'x-session-only', 'x-secret', 'x-expected', 'example']) ajv.addKeyword(keyword)
  ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } } as object)
  const compiled = new Map<string, ValidateFunction>()
  const texts = new Map<Json, string>()
  const found = new Map<string, ReturnType<typeof listRoutes>[number] | undefined>()

  /** Most operations have the same errors, so equal schemas share a validator. */
  function compileValidator(schema: Json): ValidateFunction {
    const text = texts.get(schema) ?? JSON.stringify(schema)
    texts.set(schema, text)
    const validate = compiled.get(text) ?? ajv.compile(pointed(closed(schema)) as object)
    compiled.set(text, validate)
    return validate
  }

  function find(method: string, pathAndQuery: string) {
    const [path = ''] = pathAndQuery.split('?')
    const key = `${method} ${path}`
    if (!found.has(key))
      found.set(
        key,
        routes.find((route) => route.method === method.toLowerCase() && route.pattern.test(path)),
      )
    return found.get(key)
  }

  return {
    operationAt: (method, path) => find(method, path)?.described.operationId,
    assertDeclared({ method, path, status, headers, text }) {
      const described = find(method, path)?.described
      // Internal errors are not part of the contract. Tests look for them separately.
      if (!described || status >= 500) return
      const seen = `${described.operationId} answered ${status} ${text.slice(0, 400)}`
      const declared = described.responses[status] ?? (status >= 400 ? described.responses.default : undefined)
      const response =
        declared && '$ref' in declared
          ? document.components.responses?.[declared.$ref.replace('#/components/responses/', '')]
          : declared
      assert.ok(response, `${seen}: the document declares ${Object.keys(described.responses).join(', ')}`)
      const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
      if (!response.content) return assert.equal(text, '', `${seen}: the document declares no body`)
      const media = response.content[type]
      assert.ok(media, `${seen}: the document declares ${Object.keys(response.content).join(', ')}, not ${type}`)
      const value = /[/+]json$/.test(type) ? JSON.parse(text) : text
      const validate = compileValidator(media.schema)
      if (validate(value)) return
      const faults = validate.errors?.map(
        (each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`,
      )
      assert.fail(`${seen}\nis not what the document declares:\n${faults?.slice(0, 10).join('\n')}`)
    },
  }
}

/** Fixed paths come before paths with a parameter, as in the router. */
function listRoutes({ paths }: Document) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method,
      described,
      parameters: path.split('{').length - 1,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
  return all.sort((a, b) => a.parameters - b.parameters)
}

/** Objects with declared fields allow no others here, so an undeclared field in a response is an error. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  const isShape = typeof copy.properties === 'object' && [copy.type].flat().includes('object')
  return isShape && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy
}

function pointed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(pointed)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' ? `document${String(value)}` : pointed(value),
    ]),
  )
}
