import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Deprecations } from '../../../server/resources/account/deprecations/schema.ts'
import { get } from '../client.ts'

export const deprecationsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'deprecations'],
    queryFn: async ({ signal }) =>
      (await get<Static<typeof Deprecations>>('/account/deprecations', { storeId, signal })).data,
    staleTime: 300_000,
  })
