import type { Tool as Listed } from '@modelcontextprotocol/server'
import type { TSchema } from 'typebox'
import { requireRole, requireScope, roleOf, scopeOf } from '../calls/access.ts'
import { findForOperation } from '../calls/deprecations.ts'
import { isManual, isRead, type Operation } from '../calls/operation.ts'
import { withoutSessionOnly } from '../calls/serialize.ts'
import type { Caller } from '../identity/caller.ts'
import { type Json, liftTitled } from '../values/json-schemas.ts'

export type Tool = {
  op: Operation
  name: string
  toolset: string
  description: string
  inputSchema: ObjectSchema
  /** Undefined if the response has no body. */
  outputSchema: ObjectSchema | undefined
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

type ObjectSchema = Listed['inputSchema'] & { properties: Record<string, Json>; required?: string[] }

/** Argument of tools that delete. It runs the call and rolls it back. */
export const dryRun = 'dryRun'

export const destroys = (op: Pick<Operation, 'method'>) => op.method === 'DELETE'

/** Tools in the order of the operations. Throws for an operation that cannot be a tool. */
export function buildTools(operations: readonly Operation[]): readonly Tool[] {
  const tools = operations.filter((op) => op.tool).map(buildTool)
  const names = tools.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Error(`Two tools are named ${twice}. Rename one.`)
  return tools
}

/** A deprecated tool still answers, so that nothing breaks, but no assistant learns of it. */
export const listedTools = (tools: readonly Tool[]): readonly Tool[] =>
  tools.filter(({ name }) => findForOperation(name) === undefined)

function buildTool(op: Operation): Tool {
  const name = op.tool as string
  if (!/^[a-z]+(_[a-z]+)+$/.test(name))
    throw new Error(`${op.id}: the tool name ${name} must be a verb and its object.`)
  if (op.access.session || op.input.accepts || op.output.produces)
    throw new Error(`${op.id} cannot be a tool: its input or output is not JSON.`)
  // A dry run rolls back the transaction of the store, so the call must run in such a transaction.
  if (destroys(op) && (isManual(op) || op.tenancy !== 'store')) throw new Error(`${op.id} does not support a dry run.`)
  return {
    op,
    name,
    toolset: op.area,
    description: [op.doc.summary, op.doc.description, `Needs the scope ${scopeOf(op)} and the role ${roleOf(op)}.`]
      .filter(Boolean)
      .join('\n\n'),
    inputSchema: buildInputSchema(op),
    outputSchema: op.output.body && buildOutputSchema(op.output.body),
    annotations: {
      title: formatTitle(name),
      readOnlyHint: isRead(op.method),
      destructiveHint: destroys(op),
      idempotentHint: op.method !== 'POST',
      openWorldHint: false,
    },
  } as Tool
}

const formatTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Hides tools that the caller's scopes or role forbid. A call of a hidden tool is refused with the usual error. */
export function isOpenTo({ op }: Tool, caller: Caller): boolean {
  try {
    requireScope(caller, op)
    requireRole(caller, op)
    return true
  } catch {
    return false
  }
}

function buildInputSchema(op: Operation): ObjectSchema {
  const own: Record<string, Json> = {
    ...(op.tenancy === 'store' && {
      storeEnvId: { type: 'string', format: 'uuid', description: 'Id of the store, from list_stores.' },
    }),
  }
  const more: Record<string, Json> = {
    ...(!isRead(op.method) && {
      idempotencyKey: {
        type: 'string',
        pattern: '^[!-~]{1,255}$',
        description: 'Key of the call. A repeat with the same key within 24 hours does not run again.',
      },
    }),
    ...(destroys(op) && {
      [dryRun]: {
        type: 'boolean',
        default: false,
        description: 'Whether to return the result without changing anything.',
      },
    }),
  }
  const parts = [op.input.params, op.input.query, op.input.body].filter(Boolean).map(inlinedSchema)
  const properties: Record<string, Json> = { ...own }
  for (const part of parts) {
    if (part.type !== 'object') throw new Error(`${op.id} cannot be a tool: its body must be an object.`)
    for (const [name, schema] of Object.entries(part.properties)) {
      if (name in properties) throw new Error(`${op.id} has two arguments named ${name}.`)
      properties[name] = schema
    }
  }
  const required = [...Object.keys(own), ...parts.flatMap((part) => part.required ?? [])]
  const schema = { type: 'object', properties: { ...more, ...properties, ...pick(more, properties) }, required }
  return plain({ ...schema, additionalProperties: false }, isOfInput) as ObjectSchema
}

/** The output is the response or an error, because some clients validate results with `isError` too. */
function buildOutputSchema(returns: TSchema): ObjectSchema {
  const answer = plain(inlinedSchema(withoutSessionOnly(returns)), isOfAnswer) as ObjectSchema
  const { required = [], ...rest } = answer
  const anyOf = [{ required }, { required: Object.keys(refusal) }]
  return { ...rest, properties: { ...refusal, ...answer.properties }, anyOf }
}

const refusal = { message: { type: 'string' }, code: { type: 'string' }, requestId: { type: 'string' } }

/** Returns the names of `more` with their schemas. The operation's own argument of the same name takes precedence. */
const pick = (more: Record<string, Json>, properties: Record<string, Json>) =>
  Object.fromEntries(Object.keys(more).map((name) => [name, properties[name] ?? more[name]])) as Record<string, Json>

/** Returns the schema of the API reference with every `$ref` replaced by the named schema. */
function inlinedSchema(schema: unknown): ObjectSchema {
  const components = new Map<string, unknown>()
  return inlined(liftTitled(schema, components), components) as ObjectSchema
}

function inlined(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inlined(each, components))
  if (schema === null || typeof schema !== 'object') return schema
  const { $ref, ...rest } = schema as Json
  const target = typeof $ref === 'string' ? (components.get($ref.split('/').at(-1) ?? '') as Json) : undefined
  const whole = { ...target, ...rest }
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, inlined(value, components)]))
}

/** Formats that every validator knows. Some validators refuse a schema with other formats. */
const knownFormats = new Set(['uuid', 'date-time', 'date', 'email', 'uri'])

const isOfInput = (keyword: string) => keyword !== 'title'
const isOfAnswer = (keyword: string) => isOfInput(keyword) && keyword !== 'description' && keyword !== 'examples'

function plain(schema: unknown, isKept: (keyword: string) => boolean): unknown {
  if (Array.isArray(schema)) return schema.map((each) => plain(each, isKept))
  if (schema === null || typeof schema !== 'object') return schema
  const copy: Json = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || keyword.startsWith('~') || !isKept(keyword)) continue
    if (keyword === 'format' && !knownFormats.has(String(value))) continue
    if (keyword === 'properties')
      copy.properties = Object.fromEntries(
        Object.entries(value as Json).map(([name, each]) => [name, plain(each, isKept)]),
      )
    else copy[keyword] = literal.has(keyword) ? value : plain(value, isKept)
  }
  return copy
}

const literal = new Set(['examples', 'default', 'enum', 'const', 'required'])
