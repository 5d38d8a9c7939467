import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { organizationsQuery, type Role, type Store, storesQuery } from '../api/account.ts'

/** The store of the address. The shell shows its pages only when it is one of the person's. */
export function useStoreId(): string {
  return useParams({ from: '/signed-in/stores/$storeId' }).storeId
}

export function useStore(): Store {
  const id = useStoreId()
  const { data } = useSuspenseQuery(storesQuery)
  const store = data.find((each) => each.id === id)
  if (!store) throw new Error('This store is not one of yours.')
  return store
}

const order: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER']

/** What the person may do in the store's organization. The service decides; this only keeps useless buttons away. */
export function useRole(): { role: Role; organization: string; isAtLeast(role: Role): boolean } {
  const { organizationId } = useStore()
  const { data } = useSuspenseQuery(organizationsQuery)
  const organization = data.find((each) => each.id === organizationId)
  const role = organization?.role ?? 'VIEWER'
  return {
    role,
    organization: organization?.name ?? '',
    isAtLeast: (needed) => order.indexOf(role) >= order.indexOf(needed),
  }
}
