import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Backup as BackupShape } from '../../../server/resources/backups/kept/schema.ts'
import type {
  BackupScheduleSettings as ScheduleSettings,
  BackupSchedule as ScheduleShape,
} from '../../../server/resources/backups/schedule/schema.ts'
import type {
  BackupTargetSettings as TargetSettings,
  BackupTarget as TargetShape,
} from '../../../server/resources/backups/target/schema.ts'
import { get, type Page, post, put, remove } from '../client.ts'
import type { Import } from './imports.ts'

export type Backup = BackupShape
export type BackupSchedule = ScheduleShape
export type BackupScheduleSettings = ScheduleSettings
export type BackupTarget = TargetShape
export type BackupTargetSettings = TargetSettings

export const backupsKey = (storeId: string) => [storeId, 'backups'] as const

export const isUnderWay = ({ status }: Backup) => status === 'queued' || status === 'running'

export const backupsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [...backupsKey(storeId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Backup>>('/backups', { storeId, query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isUnderWay)) ? 1_000 : false),
  })

export const scheduleQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...backupsKey(storeId), 'schedule'],
    queryFn: ({ signal }) => get<BackupSchedule>('/backups/schedule', { storeId, signal }),
  })

export const targetQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...backupsKey(storeId), 'target'],
    queryFn: ({ signal }) => get<BackupTarget>('/backups/target', { storeId, signal }),
  })

export const makeBackup = (storeId: string, body: { passphrase?: string }) =>
  post<Backup>('/backups', { storeId, body })
/** Links expire within minutes, so each click creates a new link. */
export const readBackup = (storeId: string, id: string) => get<Backup>(`/backups/${id}`, { storeId })
export const verifyBackup = (storeId: string, id: string) =>
  post<Backup>(`/backups/${id}/verify`, { storeId, body: {} })
export const removeBackup = (storeId: string, id: string) => remove(`/backups/${id}`, { storeId })
export const saveSchedule = (storeId: string, body: BackupScheduleSettings) =>
  put<BackupSchedule>('/backups/schedule', { storeId, body })
export const saveTarget = (storeId: string, body: BackupTargetSettings) =>
  put<BackupTarget>('/backups/target', { storeId, body })
export const removeTarget = (storeId: string) => remove('/backups/target', { storeId })

export const restoreArchive = (storeId: string, file: File, options: { dryRun: boolean; passphrase: string }) =>
  post<Import>('/imports/archive', {
    storeId,
    file,
    query: { dryRun: options.dryRun, fileName: file.name.slice(-255) },
    ...(options.passphrase !== '' && { passphrase: options.passphrase }),
  })
