// Route, OpenAPI, scope, role, plan gate, MCP tool and the contract tests all derive from this record.
import type { TObject, TSchema } from 'typebox'
import type { Caller } from '../identity/caller.ts'
import { buildContent, type Content } from '../values/content.ts'
import { type FieldPath, listSecretPaths } from '../values/secret-fields.ts'
import { Answer } from './answer.ts'
import type { Definition, WithWords } from './definition.ts'
import type {
  Access,
  Doc,
  Http,
  Input,
  Method,
  Output,
  Plan,
  Storefront,
  Tenancy,
  Transaction,
  TransactionFor,
} from './options.ts'
import { boundCursors } from './paging/page-cursors.ts'
import { compileWriter, type Write } from './serialize.ts'
import { compileValidator, type Validator } from './validate.ts'

export const basePath = '/api/v1'

/**
 * An operation without the types of its input and output, because the registry and the dispatcher treat all operations
 * alike.
 */
export type Operation = {
  id: string
  method: Method
  path: string
  area: string
  tenancy: Tenancy
  access: Access
  plan: Plan
  doc: Doc
  tool: string | undefined
  input: Input
  output: Output
  transaction: Transaction
  storefront: Storefront
  // biome-ignore lint/suspicious/noExplicitAny: the one place where the contexts' own types are erased
  run(ctx: any): unknown
  compiled(): CompiledShape
}

/** An operation's compiled schemas; `write` exists when `output.body` does. */
export type CompiledShape = { validator: Validator; write: Write | undefined; secretPaths: readonly FieldPath[] }

export function operation<
  const H extends Http,
  const T extends Tenancy,
  R extends TSchema = TSchema,
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  const X extends TransactionFor<T, H> | undefined = undefined,
>(definition: Definition<H, T, P, Q, B, R, X> & WithWords<X>): Operation {
  const { id, http, tenancy, access = {}, plan = {}, doc, tool, input = {}, output = {}, storefront = {} } = definition
  const [method, path] = http.split(' ') as [Method, string]
  const op: Operation = boundCursors({
    ...{
      id,
      method,
      path,
      area: path.split('/')[1] ?? '',
      tenancy,
      access,
      plan,
      doc,
      tool,
      input,
      output,
      storefront,
    },
    transaction: definition.transaction ?? (tenancy === 'public' ? 'manual' : 'several-queries'),
    run: definition.run,
    compiled: () => (compiled ??= compile(op)),
  })
  let compiled: CompiledShape | undefined
  return op
}

/**
 * The first call compiles an operation's schemas. Most processes never run most operations, and all compiled schemas
 * together need 15 MB.
 */
const compile = ({ tenancy, input, output }: Operation): CompiledShape => ({
  // Shop pages and other systems add query parameters of their own to these URLs.
  validator: compileValidator(input, { isLenient: tenancy === 'storefront' || tenancy === 'public' }),
  write: output.body && compileWriter(output.body),
  secretPaths: listSecretPaths(output.body),
})

export const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

export const isManual = ({ transaction }: Operation) => transaction === 'manual' || transaction === 'manual-across'

export function buildAnswer(op: Operation, result: unknown, params: unknown, caller?: Caller): Answer {
  const { status: made, location, body: schema } = op.output
  const answer = result instanceof Answer ? result : new Answer(made ?? (schema ? 200 : 204), { body: result })
  const { status, body, text, stream, content, until } = answer
  const isMade = location !== undefined && (status === 201 || status === 202)
  const headers = isMade ? { ...answer.headers, location: fillLocation(location, body, params) } : answer.headers
  const { write } = op.compiled()
  if (!write || body === undefined) return new Answer(status, { headers, text, stream, content, until })
  const written = write(body, caller)
  if (op.output.conditional)
    return new Answer(status, { content: buildTagged(written), headers: { ...privately, ...headers }, until })
  return new Answer(status, { text: written, until, headers: { 'content-type': jsonType, ...headers } })
}

/** `isKept` makes `http/content.ts` compress this response like any other response. */
const buildTagged = (written: string): Content => ({ ...buildContent(written, jsonType), isKept: true })

/** The client program stores the response and sends its tag. Shared and browser caches must not store it. */
const privately = { 'cache-control': 'no-store', vary: 'Accept-Encoding' }

const jsonType = 'application/json; charset=utf-8'

function fillLocation(template: string, body: unknown, params: unknown): string {
  const filled = template
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])))
    .replace(/\{(\w+)\}/g, (_, name: string) => String((body as Record<string, unknown>)[name]))
  return filled.startsWith('/') ? basePath + filled : filled
}
