import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../api/account/session.ts'
import { Icon } from '../components/Icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../components/Menu.tsx'
import { roleNames } from './store/role-names.ts'
import { useRole, useStoreId } from './store/use-store.ts'
import { useSignOut } from './use-sign-out.ts'

export function UserMenu() {
  const { data: session } = useQuery(sessionQuery)
  const { role } = useRole()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const storeId = useStoreId()
  const isHere = useLocation().pathname.endsWith('/settings/account')
  if (!session) return null
  const { name, email } = session.user
  return (
    <Menu
      align="start"
      label="Your account"
      trigger={
        <button
          type="button"
          aria-current={isHere ? 'page' : undefined}
          className="flex w-full items-center gap-2.5 rounded-lg px-2.5 py-2 text-left hover:bg-hover aria-[current]:bg-accent-wash"
        >
          <span className="grid min-w-0 flex-1">
            <span className="truncate text-sm font-medium">{name}</span>
            <span className="truncate text-xs text-quiet">{roleNames[role]}</span>
          </span>
          <Icon name="more" className="size-5 text-quiet" />
        </button>
      }
    >
      <MenuLabel>
        <span className="break-all">{email}</span>
      </MenuLabel>
      <MenuItem onSelect={() => void navigate({ to: '/stores/$storeId/settings/account', params: { storeId } })}>
        <Icon name="people" className="size-4" />
        Your account
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: '/stores/$storeId/settings/security', params: { storeId } })}>
        <Icon name="lock" className="size-4" />
        Security
      </MenuItem>
      <MenuItem onSelect={() => window.open('/docs', '_blank', 'noopener')}>
        <Icon name="external" className="size-4" />
        API reference
      </MenuItem>
      <MenuItem onSelect={() => void signOut()}>
        <Icon name="out" className="size-4" />
        Sign out
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>
        <span className="select-text">
          Evident {document.querySelector<HTMLMetaElement>('meta[name=version]')?.content}
        </span>
      </MenuLabel>
    </Menu>
  )
}
