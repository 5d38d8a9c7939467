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

export function ShopActions({ shop }: { shop: Shop }) {
  const { isAtLeast } = useRole()
  const [asking, setAsking] = useState<Asking>()
  const isLapsed = useIsLapsed()
  const onError = (error: Error) => toast(error.message, { tone: 'danger' })
  const reading = useShopChange<Sync>(readNow, () => toast('Reading the shop'))
  const resuming = useShopChange<Shop>(
    (storeId) => changeShop(storeId, shop.id, { paused: false }),
    () => toast('Reading continues'),
  )
  if (!isAtLeast('ADMIN')) return null
  const { platform, status } = shop
  const isPushed = platform === 'custom'
  const mayBeAsked = !isPushed && status !== 'installing'
  const props = { shop, onClose: () => setAsking(undefined) }
  return (
    <>
      {status === 'active' && !isPushed && !isLapsed && (
        <Button icon="rotate" isBusy={reading.isPending} onClick={() => reading.mutate(undefined, { onError })}>
          Read now
        </Button>
      )}
      {status === 'paused' && (
        <Button look="primary" isBusy={resuming.isPending} onClick={() => resuming.mutate(undefined, { onError })}>
          Resume
        </Button>
      )}
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
