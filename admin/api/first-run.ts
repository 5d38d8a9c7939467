import { queryOptions } from '@tanstack/react-query'
import type { FirstRun as FirstRunShape, Step } from '../../server/resources/features/first-run/schema.ts'
import { get, patch } from './client.ts'

export type FirstRun = FirstRunShape
export type FirstRunStep = FirstRun['steps'][number]
export type StepName = Step

/** Polls until the list is complete, because the service completes some steps itself. */
const lookEveryMs = 5_000

export const firstRunQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'first-run'],
    queryFn: ({ signal }) => get<FirstRun>('/features/first-run', { storeId, signal }),
    refetchInterval: ({ state }) => (state.data?.complete ? false : lookEveryMs),
  })

export const skipSteps = (storeId: string, skipped: readonly StepName[]) =>
  patch<FirstRun>('/features/first-run', { storeId, body: { skipped } })
