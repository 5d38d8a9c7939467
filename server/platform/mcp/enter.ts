import { Type } from 'typebox'
import { dispatch } from '../calls/dispatch.ts'
import type { Call, Kernel } from '../calls/kernel.ts'
import { operation } from '../calls/operation.ts'
import { type Caller, roles } from '../identity/caller.ts'
import { OneOf } from '../values/wire.ts'
import type { Exchange } from './call-tool.ts'

/** This operation only authenticates the caller. No route serves it. */
const entering = operation({
  id: 'mcp.enter',
  http: 'GET /mcp',
  tenancy: 'organization',
  access: { delegable: true, anyScope: true },
  doc: { summary: 'Identify the caller' },
  output: {
    body: Type.Object({
      role: OneOf(roles),
      scopes: Type.Array(Type.String()),
      delegation: Type.Optional(Type.Any()),
      actsInPerson: Type.Boolean(),
    }),
  },
  run: ({ caller: { role, scopes, delegation, actsInPerson } }) => ({
    role,
    scopes: [...scopes],
    ...(delegation && { delegation }),
    actsInPerson,
  }),
})

export async function enter(kernel: Kernel, exchange: Exchange): Promise<Caller> {
  const call: Call = { incoming: exchange.incoming, read: () => ({ params: {}, query: {}, body: () => undefined }) }
  try {
    const { text = '' } = await dispatch(kernel, entering, call)
    return JSON.parse(text) as Caller
  } finally {
    exchange.spent = call.spent
  }
}
