// Operations as MCP tools: a name, one object of arguments, and annotations. All descriptions come from the operation.
import type { Tool as Listed } from '@modelcontextprotocol/server'
import { requireRole, requireScope, roleOf, scopeOf } from '../calls/access.ts'
import { isRead, type Operation } from '../calls/operation.ts'
import { withoutSessionOnly } from '../calls/serialize.ts'
import type { Caller } from '../identity/caller.ts'
import { type Json, liftTitled, type Parts } from '../values/json-schemas.ts'

export type Tool = {
  op: Operation
  name: string
  /** The path's first segment, by which clients filter tools. */
  toolset: string
  description: string
  inputSchema: ObjectSchema
  /** Undefined for an answer without a body. */
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

type Descriptions = Pick<Parts, 'fieldExamples' | 'fieldDescriptions'>

/** An argument of destructive tools: returns the result and rolls everything back. */
export const dryRun = 'dryRun'

export const destroys = (op: Pick<Operation, 'method'>) => op.method === 'DELETE'

/** In the order of the operations. Throws for an operation that cannot be a tool. */
export function toolsOf(operations: readonly Operation[], descriptions: Descriptions): readonly Tool[] {
  const tools = operations.filter((op) => op.tool).map((op) => toolOf(op, descriptions))
  const names = tools.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Error(`Two tools are named ${twice}. Rename one.`)
  return tools
}

function toolOf(op: Operation, descriptions: Descriptions): Tool {
  const name = op.tool as string
  if (!/^[a-z]+(_[a-z]+)+$/.test(name))
    throw new Error(`${op.id}: the tool name ${name} must be a verb and its object.`)
  if (op.session || op.accepts || op.produces)
    throw new Error(`${op.id} cannot be a tool: its input or output is not JSON.`)
  // Only work in one transaction of its store can be rolled back.
  if (destroys(op) && (op.manual || op.tenancy !== 'store')) throw new Error(`${op.id} does not support a dry run.`)
  return {
    op,
    name,
    toolset: op.area,
    description: [op.summary, op.description, `Needs the scope ${scopeOf(op)} and the role ${roleOf(op)}.`]
      .filter(Boolean)
      .join('\n\n'),
    inputSchema: inputOf(op, descriptions),
    outputSchema: op.returns && outputOf(op.returns, op),
    annotations: {
      title: titleOf(name),
      readOnlyHint: isRead(op.method),
      destructiveHint: destroys(op),
      idempotentHint: op.method !== 'POST',
      openWorldHint: false,
    },
  } as Tool
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Hides tools that the caller's scopes or role forbid. A call of one is refused as usual. */
export function isOpenTo({ op }: Tool, caller: Caller): boolean {
  try {
    requireScope(caller, op)
    requireRole(caller, op)
    return true
  } catch {
    return false
  }
}

function inputOf(op: Operation, descriptions: Descriptions): ObjectSchema {
  const own: Record<string, Json> = {
    ...(op.tenancy === 'store' && {
      storeEnvId: { type: 'string', format: 'uuid', description: 'The store: an `id` of list_stores.' },
    }),
  }
  const more: Record<string, Json> = {
    ...(!isRead(op.method) && {
      idempotencyKey: {
        type: 'string',
        pattern: '^[!-~]{1,255}$',
        description: 'The same call again with the same key is carried out once, for 24 hours.',
      },
    }),
    ...(destroys(op) && {
      [dryRun]: {
        type: 'boolean',
        default: false,
        description: 'True tries it, answers what it would come to, and changes nothing.',
      },
    }),
  }
  const parts = [op.params, op.query, op.body].filter(Boolean).map((schema) => lifted(schema, op, descriptions))
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

/** The operation's answer or a refusal, because some clients also validate results with `isError`. */
function outputOf(returns: NonNullable<Operation['returns']>, op: Operation): ObjectSchema {
  const answer = plain(lifted(withoutSessionOnly(returns), op, noDescriptions), isOfAnswer) as ObjectSchema
  const { required = [], ...rest } = answer
  const anyOf = [{ required }, { required: Object.keys(refusal) }]
  return { ...rest, properties: { ...refusal, ...answer.properties }, anyOf }
}

const refusal = { message: { type: 'string' }, code: { type: 'string' }, requestId: { type: 'string' } }

/** An operation's own argument of the same name takes precedence. */
const pick = (more: Record<string, Json>, properties: Record<string, Json>) =>
  Object.fromEntries(Object.keys(more).map((name) => [name, properties[name] ?? more[name]])) as Record<string, Json>

const noDescriptions: Descriptions = { fieldExamples: {}, fieldDescriptions: {} }

/** Adds the reference's descriptions and examples, and inlines every named schema. */
function lifted(schema: unknown, op: Operation, descriptions: Descriptions): ObjectSchema {
  const components = new Map<string, unknown>()
  const value = liftTitled(schema, { components, ...descriptions }, { owner: op.id })
  return inlined(value, components) as ObjectSchema
}

function inlined(schema: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inlined(each, components))
  if (schema === null || typeof schema !== 'object') return schema
  const { $ref, ...rest } = schema as Json
  const target = typeof $ref === 'string' ? (components.get($ref.split('/').at(-1) ?? '') as Json) : undefined
  const whole = { ...target, ...rest }
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, inlined(value, components)]))
}

/** Formats that every validator knows. Our own mean nothing to others, and some refuse a schema with them. */
const knownFormats = new Set(['uuid', 'date-time', 'date', 'email', 'uri'])

const isOfInput = (keyword: string) => keyword !== 'title'
const isOfAnswer = (keyword: string) => isOfInput(keyword) && keyword !== 'description' && keyword !== 'examples'

/** The schema with standard keywords only. */
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

/** These keywords contain values, not schemas, with any keys. */
const literal = new Set(['examples', 'default', 'enum', 'const', 'required'])
