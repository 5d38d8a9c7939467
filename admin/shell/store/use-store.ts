import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Role, type Store, storesQuery } from '../../api/account/account.ts'

/** Id of the store in the URL. The shell has checked that the person may open it. */
export function useStoreId(): string {
  return useParams({ from: '/signed-in/stores/$storeId' }).storeId
}

export function useStore(): Store {
  const id = useStoreId()
  const { data } = useSuspenseQuery(storesQuery)
  const store = data.find((each) => each.id === id)
  if (!store) throw new Error('You have no access to this store.')
  return store
}

const order: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER']

type OwnRole = {
  role: Role
  organization: string
  /** True if another organization granted the access. Billing, keys and members are then inaccessible. */
  isDelegate: boolean
  isAtLeast(role: Role): boolean
}

/** Hides useless buttons. The service enforces the permissions. */
export function useRole(): OwnRole {
  const { role, organizationName, via } = useStore()
  return {
    role,
    organization: organizationName,
    isDelegate: via !== null,
    isAtLeast: (needed) => order.indexOf(role) >= order.indexOf(needed),
  }
}
