import type { AgentSettings } from '../../../api/agents.ts'

/** Not translated, because the readers of this file are language models. */
export const writeLlmsLines = ({ llms, mcp }: Pick<AgentSettings['urls'], 'llms' | 'mcp'>): string =>
  `## Reviews

- [Ratings and reviews](${llms}): ratings, reviews and questions of our products, public and read-only
- [Tools](${mcp}): the same by the Model Context Protocol`

/** Returns the two members of `ucp`, without the braces around them. */
export const writeMembers = ({ services, capabilities }: { services: object; capabilities: object }): string =>
  JSON.stringify({ services, capabilities }, null, 2)
    .split('\n')
    .slice(1, -1)
    .map((line) => line.slice(2))
    .join('\n')
