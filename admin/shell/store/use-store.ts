import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Role, type Store, storesQuery } from '../../api/account/account.ts'

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

type OwnRole = {
  role: Role
  organization: string
  /** Whether the store is another organization's, which lets the person work in it: its billing, keys and members stay closed. */
  isDelegate: boolean
  isAtLeast(role: Role): boolean
}

/** What the person may do in the store. The service decides; this only keeps useless buttons away. */
export function useRole(): OwnRole {
  const { role, organizationName, via } = useStore()
  return {
    role,
    organization: organizationName,
    isDelegate: via !== null,
    isAtLeast: (needed) => order.indexOf(role) >= order.indexOf(needed),
  }
}
