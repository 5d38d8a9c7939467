import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/account/session.ts'
import type { Column } from '../../components/lists/Table.tsx'
import { type ListName, useHiddenColumns } from '../../state/hidden-columns.ts'

export const usePersonId = (): string => useQuery(sessionQuery).data?.user.id ?? ''

export function useShownColumns<T>(list: ListName, columns: Column<T>[]): Column<T>[] {
  const { hidden } = useHiddenColumns(usePersonId(), list)
  return columns.filter(({ choice }) => choice === undefined || !hidden.includes(choice))
}
