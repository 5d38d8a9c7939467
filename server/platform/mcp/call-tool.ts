import type { CallToolResult } from '@modelcontextprotocol/server'
import { readStoreId } from '../calls/access.ts'
import { findForOperation } from '../calls/deprecations.ts'
import { dispatch } from '../calls/dispatch.ts'
import type { Call, Kernel } from '../calls/kernel.ts'
import { isRead, type Operation } from '../calls/operation.ts'
import type { Incoming, RequestParts } from '../identity/incoming.ts'
import type { SpendingHeaders } from '../limits/spend.ts'
import { AppError, forbidden } from '../values/errors.ts'
import { withoutStrayNulls } from './stray-nulls.ts'
import { destroys, dryRun, type Tool } from './tools.ts'

export type Exchange = {
  /** Cookies are ignored, because another site's page could send them. */
  incoming: Omit<Incoming, 'cookies'>
  isReadOnly: boolean
  /** Undefined allows all toolsets. */
  toolsets: readonly string[] | undefined
  /** True for a large message. Its tool call counts as a call with a large body, and few of these run in parallel. */
  isLarge?: true
  explain(thrown: unknown): AppError
  /** Set if the caller is refused. This error becomes the response to the whole request. */
  refusal?: AppError
  spent?: SpendingHeaders | undefined
}

type Arguments = Record<string, unknown>

export async function callTool(
  kernel: Kernel,
  { op, name, toolset }: Tool,
  exchange: Exchange,
  sent: Arguments,
): Promise<CallToolResult> {
  const isTried = destroys(op) && sent[dryRun] === true
  const deprecated = findForOperation(name)
  const call: Call = {
    incoming: buildIncoming(op, exchange, sent),
    read: () => readArguments(op, sent),
    ...(isTried && { isDryRun: true }),
    ...(deprecated && { deprecated }),
    ...(exchange.isLarge && { large: { read: async () => {} } }),
  }
  try {
    requireNotNarrowed(op, name, toolset, exchange)
    const { text } = await dispatch(kernel, op, call)
    if (text === undefined) return said(isTried ? 'This would succeed. Nothing was changed.' : 'Done.')
    return { ...said(text), structuredContent: JSON.parse(text) }
  } catch (thrown) {
    const error = inWordsOfTools(exchange.explain(thrown))
    if (error.status === 401) exchange.refusal = error
    return refused(error, exchange.incoming.id)
  } finally {
    exchange.spent = call.spent
  }
}

/** A tool has no headers, so the error names the argument for the store instead. */
const inWordsOfTools = (error: AppError): AppError =>
  error.code === 'store_env_required'
    ? new AppError(
        error.status,
        error.code,
        "Set storeEnvId to a store's id (a UUID). The tool list_stores lists the stores you can use.",
      )
    : error

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

export function refused(error: AppError, requestId: string): CallToolResult {
  const { message, code, details, extra } = error
  const body = { message, code, requestId, ...(details && { details }), ...extra }
  return { ...said(JSON.stringify(body)), structuredContent: body, isError: true }
}

function requireNotNarrowed(op: Operation, name: string, toolset: string, { isReadOnly, toolsets }: Exchange): void {
  if (isReadOnly && !isRead(op.method))
    throw forbidden(
      'scope_denied',
      `This connection is read-only (read_only=1), but ${name} writes. Connect without read_only to use it.`,
    )
  if (toolsets && !toolsets.includes(toolset))
    throw forbidden(
      'scope_denied',
      `This connection is limited to ${toolsets.join(', ')}, but ${name} belongs to ${toolset}.`,
    )
}

function buildIncoming(op: Operation, { incoming }: Exchange, sent: Arguments): Incoming {
  const { idempotencyKey } = sent
  return {
    ...incoming,
    ...(op.tenancy === 'store' && { storeEnvId: readStoreId(sent.storeEnvId) }),
    ...(!isRead(op.method) && typeof idempotencyKey === 'string' && { idempotencyKey }),
    through: 'mcp',
  }
}

const isRequired = (schema: unknown, name: string) =>
  (schema as { required?: string[] } | undefined)?.required?.includes(name) ?? false

/**
 * Assigns each argument to the path, query or body of the operation. Unknown arguments are refused or ignored as over HTTP.
 */
function readArguments(op: Operation, sent: Arguments): RequestParts {
  const { storeEnvId: _store, idempotencyKey, [dryRun]: _isTried, ...rest } = sent
  const takesKey = 'idempotencyKey' in propertiesOf(op.input.body)
  const given = takesKey && idempotencyKey !== undefined ? { ...rest, idempotencyKey } : rest
  const params: Arguments = {}
  const query: Arguments = {}
  const body: Arguments = {}
  for (const [name, value] of Object.entries(given)) {
    const isOfBody =
      op.input.body && !(name in propertiesOf(op.input.params)) && !(name in propertiesOf(op.input.query))
    if (isOfBody) {
      const read = withoutStrayNulls(propertiesOf(op.input.body)[name], value)
      if (read !== undefined) body[name] = read
    } else if (value === null) continue
    else if (name in propertiesOf(op.input.params)) params[name] = asText(value)
    else if (asText(value) !== '' || isRequired(op.input.query, name)) query[name] = asText(value)
  }
  return { params, query, body: () => body }
}

const propertiesOf = (schema: { properties?: Arguments } | undefined): Arguments => schema?.properties ?? {}

const asText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(asText).join(',')
    : value !== null && typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
