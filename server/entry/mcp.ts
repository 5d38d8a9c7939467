import { prompts } from '#platform/mcp/prompts.ts'
import { createMcpServers, type McpServers } from '#platform/mcp/server.ts'
import { buildTools, type Tool } from '#platform/mcp/tools.ts'
import type { Guide } from '../reference/docs/guides.ts'
import { areas } from './areas.ts'
import type { Service } from './service.ts'

let tools: readonly Tool[] | undefined

/** Built once for all services of a process, because tests start several. */
export const allTools = (): readonly Tool[] => (tools ??= buildTools(areas.operations))

export const mcpServers = ({ kernel, origin, services }: Service, guides: readonly Guide[]): McpServers =>
  createMcpServers({
    kernel,
    origin,
    version: services.config.version,
    tools: allTools(),
    prompts: prompts.in(areas.contributions),
    documents: guides.map(({ slug, title, summary, markdown }) => ({
      uri: `${origin}/docs/${slug}.md`,
      name: slug,
      title,
      description: summary,
      markdown,
    })),
  })
