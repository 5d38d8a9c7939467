import { useState } from 'react'
import { changeShop, readNow, type Shop, type Sync } from '../../../api/shops/shops.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole } from '../../../shell/store/use-store.ts'
import { RepairDialog } from './cards/RepairDialog.tsx'
import { CredentialsDialog } from './dialogs/CredentialsDialog.tsx'
import { DisconnectDialog } from './dialogs/DisconnectDialog.tsx'
import { NameDialog } from './dialogs/NameDialog.tsx'
import { PauseDialog } from './dialogs/PauseDialog.tsx'
import { TestDialog } from './dialogs/TestDialog.tsx'
import { useIsLapsed } from './parts/use-lapsed.ts'
import { useShopChange } from './parts/use-shop-change.ts'

type Asking = 'name' | 'credentials' | 'test' | 'repair' | 'pause' | 'disconnect'

const onError = (error: Error) => toast(error.message, { tone: 'danger' })

export function ShopActions({ shop: { id, platform, status } }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  const isLapsed = useIsLapsed()
  const reading = useShopChange<Sync>(readNow, () => toast('Reading the shop'))
  const resuming = useShopChange<Shop>(
    (storeId) => changeShop(storeId, id, { paused: false }),
    () => toast('Reading continues'),
  )
  if (!isAtLeast('ADMIN')) return null
  if (status === 'paused')
    return (
      <Button look="primary" isBusy={resuming.isPending} onClick={() => resuming.mutate(undefined, { onError })}>
        Resume
      </Button>
    )
  if (status !== 'active' || platform === 'custom' || isLapsed) return null
  return (
    <Button icon="rotate" isBusy={reading.isPending} onClick={() => reading.mutate(undefined, { onError })}>
      Read now
    </Button>
  )
}

export function ShopMenu({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  const [asking, setAsking] = useState<Asking>()
  if (!isAtLeast('ADMIN')) return null
  const { platform, status } = shop
  const mayBeAsked = platform !== 'custom' && status !== 'installing'
  const props = { shop, onClose: () => setAsking(undefined) }
  return (
    <>
      <Menu label="Manage shop" trigger={<IconButton icon="more" label="Manage shop" />}>
        <MenuItem onSelect={() => setAsking('name')}>
          <Icon name="pencil" className="size-4" />
          Name
        </MenuItem>
        {mayBeAsked && (
          <>
            <MenuItem onSelect={() => setAsking('test')}>
              <Icon name="check" className="size-4" />
              Test
            </MenuItem>
            <MenuItem onSelect={() => setAsking('credentials')}>
              <Icon name="key" className="size-4" />
              Replace credentials
            </MenuItem>
            <MenuItem onSelect={() => setAsking('repair')}>
              <Icon name="rotate" className="size-4" />
              Repair
            </MenuItem>
          </>
        )}
        {mayBeAsked && status === 'active' && (
          <MenuItem onSelect={() => setAsking('pause')}>
            <Icon name="clock" className="size-4" />
            Pause
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem isDangerous onSelect={() => setAsking('disconnect')}>
          <Icon name="trash" className="size-4" />
          Disconnect
        </MenuItem>
      </Menu>
      {asking === 'name' && <NameDialog {...props} />}
      {asking === 'credentials' && <CredentialsDialog {...props} />}
      {asking === 'test' && <TestDialog {...props} />}
      {asking === 'repair' && <RepairDialog {...props} />}
      {asking === 'pause' && <PauseDialog {...props} />}
      {asking === 'disconnect' && <DisconnectDialog {...props} />}
    </>
  )
}
