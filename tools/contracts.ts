// Generates the contracts from the code: OpenAPI in its three forms, scopes, tools, events, and the migrated schema.

import { roleOf, scopeOf } from '#platform/calls/access.ts'
import { listedTools } from '#platform/mcp/tools.ts'
import { buildOpenApi } from '#reference/openapi.ts'
import { buildPostman } from '#reference/postman.ts'
import { toYaml } from '#reference/yaml.ts'
import { eventContract } from '#resources/outbound-webhooks/examples.ts'
import { areas } from '../server/entry/areas.ts'
import { allTools } from '../server/entry/mcp.ts'
import { allOperations, reference } from '../server/entry/openapi.ts'
import { automationContract, n8nFiles, usedByZapier } from './automation-contract.ts'
import { describeDatabase, withMigratedDatabase } from './schema-dump.ts'

export async function contracts(): Promise<Record<string, string>> {
  return { ...codeContracts(), 'schema.sql': await withMigratedDatabase(describeDatabase) }
}

export const currentDocument = (operations = allOperations(() => ({}))) =>
  buildOpenApi(operations, { version: 'any', origin: 'https://evident.example' }, reference)

export function codeContracts(): Record<string, string> {
  const operations = allOperations(() => ({}))
  const guarded = operations.filter((op) => op.tenancy === 'store' || op.tenancy === 'organization')
  const document = currentDocument(operations)
  return {
    'openapi.json': json(document),
    'openapi.yaml': toYaml(document),
    'postman.json': json(buildPostman(document)),
    'scopes.json': json(
      Object.fromEntries(
        Map.groupBy(guarded, scopeOf)
          .entries()
          .map(([scope, ops]) => [scope, ops.map((op) => `${op.method} ${op.path}`).sort()]),
      ),
    ),
    'tools.json': json(
      listedTools(allTools()).map(({ op, name, toolset, annotations, inputSchema }) => ({
        name,
        operation: op.id,
        toolset,
        scope: scopeOf(op),
        role: roleOf(op),
        annotations,
        arguments: Object.keys(inputSchema.properties),
      })),
    ),
    'events.json': json(eventContract(areas.events)),
    '../integrations/zapier/operations.json': json(automationContract(document as never, areas.events, usedByZapier)),
    ...Object.fromEntries(
      Object.entries(n8nFiles(document as never, areas.events)).map(([path, file]) => [
        `../plugins/n8n/nodes/${path}`,
        json(file),
      ]),
    ),
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
