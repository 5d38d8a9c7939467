import { useState } from 'react'
import { type Connection, changeConnection } from '../../../api/shops/connectors.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole } from '../../../shell/store/use-store.ts'
import { EditDialog } from './EditDialog.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { useConnectionChange } from './use-connection-change.ts'

type Asking = 'test' | 'key' | 'edit' | 'pause' | 'remove'

export function ConnectionActions({ connection, isSender }: { connection: Connection; isSender: boolean }) {
  const { isAtLeast } = useRole()
  const [asking, setAsking] = useState<Asking>()
  const resuming = useConnectionChange<Connection>(
    (storeId) => changeConnection(storeId, connection.id, { paused: false }),
    () => toast(`${connection.name} resumed`),
  )
  if (!isAtLeast('ADMIN')) return null
  const props = { connection, onClose: () => setAsking(undefined) }
  const { status } = connection
  return (
    <>
      {status === 'active' && (
        <Button icon="send" onClick={() => setAsking('test')}>
          Send a test event
        </Button>
      )}
      {status === 'needs_reauth' && (
        <Button look="primary" icon="key" onClick={() => setAsking('key')}>
          Replace the key
        </Button>
      )}
      {status === 'paused' && (
        <Button
          look="primary"
          isBusy={resuming.isPending}
          onClick={() => resuming.mutate(undefined, { onError: (error) => toast(error.message, { tone: 'danger' }) })}
        >
          Resume
        </Button>
      )}
      <Menu label="Manage connection" trigger={<IconButton icon="more" label="Manage connection" />}>
        <MenuItem onSelect={() => setAsking('edit')}>
          <Icon name="pencil" className="size-4" />
          Name and events
        </MenuItem>
        <MenuItem onSelect={() => setAsking('key')}>
          <Icon name="key" className="size-4" />
          Replace the key
        </MenuItem>
        {status !== 'paused' && (
          <MenuItem onSelect={() => setAsking('pause')}>
            <Icon name="clock" className="size-4" />
            Pause
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem isDangerous onSelect={() => setAsking('remove')}>
          <Icon name="trash" className="size-4" />
          Remove
        </MenuItem>
      </Menu>
      {asking === 'test' && <TestDialog {...props} />}
      {asking === 'key' && <KeyDialog {...props} />}
      {asking === 'edit' && <EditDialog {...props} />}
      {asking === 'pause' && <PauseDialog {...props} isSender={isSender} />}
      {asking === 'remove' && <RemoveDialog {...props} isSender={isSender} />}
    </>
  )
}
