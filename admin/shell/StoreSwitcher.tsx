import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Store, storesQuery } from '../api/account/account.ts'
import { Icon } from '../components/Icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../components/Menu.tsx'
import { roleNames } from './store/role-names.ts'
import { useRole, useStore } from './store/use-store.ts'

export function StoreSwitcher() {
  const store = useStore()
  const { isAtLeast, isDelegate, organization } = useRole()
  const { data: stores } = useSuspenseQuery(storesQuery)
  const navigate = useNavigate()
  return (
    <Menu
      align="start"
      label="Stores"
      trigger={
        <button
          type="button"
          className="card flex min-h-12 w-full items-center gap-2.5 px-2.5 py-1.5 text-left hover:bg-hover"
        >
          <StoreMark name={store.name} />
          <span className="grid min-w-0 flex-1">
            <span className="sr-only">Store: </span>
            <span className="truncate text-sm font-medium">{store.name}</span>
            {(isDelegate || organization !== store.name) && (
              <span className="truncate text-xs text-quiet">
                {isDelegate ? `Partner of ${organization}` : organization}
              </span>
            )}
          </span>
          <Icon name="chevronDown" className="size-4 text-quiet" />
        </button>
      }
    >
      {groupStores(stores).map((group) => (
        <div key={group.id}>
          <MenuLabel>{group.name}</MenuLabel>
          {group.stores.map((each) => (
            <MenuItem key={each.id} onSelect={() => navigate({ to: '/stores/$storeId', params: { storeId: each.id } })}>
              <span className="min-w-0 flex-1 truncate">{each.name}</span>
              {each.via && <span className="text-xs text-quiet">{roleNames[each.role]}</span>}
              {each.id === store.id && <Icon name="check" className="size-4 text-accent" />}
            </MenuItem>
          ))}
        </div>
      ))}
      {isAtLeast('ADMIN') && !isDelegate && (
        <>
          <MenuSeparator />
          <MenuItem
            onSelect={() => navigate({ to: '/stores/$storeId/settings/stores', params: { storeId: store.id } })}
          >
            <Icon name="store" className="size-4" />
            Manage stores
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function groupStores(stores: readonly Store[]) {
  const groups = new Map<string, { id: string; name: string; isOwn: boolean; stores: Store[] }>()
  for (const store of stores) {
    const { organizationId: id, organizationName, via } = store
    const isOwn = via === null
    const name = isOwn ? organizationName : `${organizationName} · you are a partner`
    const group = groups.get(id) ?? { id, name, isOwn, stores: [] }
    group.stores.push(store)
    groups.set(id, group)
  }
  return [...groups.values()].sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name))
}

function StoreMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-lg bg-accent-wash text-sm font-semibold text-accent uppercase"
    >
      {[...name.trim()][0]}
    </span>
  )
}
