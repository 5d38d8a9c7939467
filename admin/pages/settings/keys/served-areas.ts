import { queryOptions } from '@tanstack/react-query'
import { get } from '../../../api/client.ts'

/** Which parts of the API this version serves, from its own description: a scope of anything else would be good for nothing. */
export const servedAreasQuery = queryOptions({
  queryKey: ['served-areas'],
  queryFn: async ({ signal }) => {
    const { paths } = await get<{ paths: Record<string, unknown> }>('/openapi.json', { signal })
    const areas = new Set(Object.keys(paths).map((path) => path.split('/')[1] ?? ''))
    // Nobody needs a scope for what is open to all, and keys cannot make keys.
    return [...areas].filter((area) => !['', 'health', 'openapi.json', 'auth', 'api-keys'].includes(area)).sort()
  },
  staleTime: Number.POSITIVE_INFINITY,
})
