import type { ArchivedTable } from '#platform/areas/archive.ts'

export const archive = [{ table: 'agent_doors' }] satisfies readonly ArchivedTable[]
