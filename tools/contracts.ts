// The contracts as the code has them: OpenAPI, scopes, tools, events, and the schema that the migrations make.

import { roleOf, scopeOf } from '#platform/access.ts'
import { openApiOf } from '#platform/openapi.ts'
import { eventContract } from '#resources/outbound-webhooks/examples.ts'
import { areas } from '../server/entry/areas.ts'
import { allOperations, reference } from '../server/entry/openapi.ts'
import { describeDatabase, withMigratedDatabase } from './schema-dump.ts'

export async function contracts(): Promise<Record<string, string>> {
  return { ...codeContracts(), 'schema.sql': await withMigratedDatabase(describeDatabase) }
}

/** What needs no database to be known. */
export function codeContracts(): Record<string, string> {
  const operations = allOperations(() => '')
  const guarded = operations.filter((op) => op.tenancy === 'store' || op.tenancy === 'organization')
  return {
    'openapi.json': json(openApiOf(operations, { version: 'any', origin: 'https://evident.example' }, reference)),
    'scopes.json': json(
      Object.fromEntries(
        Map.groupBy(guarded, scopeOf)
          .entries()
          .map(([scope, ops]) => [scope, ops.map((op) => `${op.method} ${op.path}`).sort()]),
      ),
    ),
    'tools.json': json(
      operations
        .filter((op) => op.tool)
        .map((op) => ({
          name: op.id.replaceAll('.', '_'),
          kind: op.tool,
          scope: scopeOf(op),
          role: roleOf(op),
          summary: op.summary,
        })),
    ),
    'events.json': json(eventContract(areas.events)),
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
