// Only the protocol may write to standard output.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { toAppError } from '#platform/http/error-responses.ts'
import type { Exchange } from '#platform/mcp/call-tool.ts'
import { readGuides } from '../reference/docs/guides.ts'
import { repositoryRoot } from './api.ts'
import { mcpServers } from './mcp.ts'
import { OperatorError } from './operator.ts'
import type { Service } from './service.ts'

export async function serveMcp(service: Service, key: string | undefined): Promise<number> {
  if (!key) throw new OperatorError('Set EVIDENT_API_KEY to the API key for the assistant.')
  const guides = await readGuides(
    join(repositoryRoot, 'docs', 'guides'),
    service.origin,
    service.services.config.billing !== 'off',
  )
  const servers = mcpServers(service, guides)
  const exchange = (): Exchange => {
    const id = randomUUID()
    return {
      incoming: { id, address: '127.0.0.1', authorization: `Bearer ${key}`, page: {}, through: 'mcp' },
      isReadOnly: false,
      toolsets: undefined,
      explain: (thrown) => toAppError(service.log, thrown, { id }),
    }
  }
  const transport = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  const connection = serveStdio(() => servers.serverFor(exchange), { transport })
  await ended
  await connection.close()
  return 0
}
