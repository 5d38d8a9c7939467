import { useState } from 'react'
import type { AppClient } from '../../../api/account/connected-apps.ts'
import { Button } from '../../../components/Button.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { AppTabs } from './AppTabs.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { ClientsCard } from './ClientsCard.tsx'
import { ConnectionsCard } from './ConnectionsCard.tsx'
import { RotateDialog } from './RotateDialog.tsx'

export function ConnectedAppsPage() {
  const [editing, setEditing] = useState<AppClient | 'new'>()
  const [rotating, setRotating] = useState<AppClient>()
  const isAdmin = useRole().isAtLeast('ADMIN')
  return (
    <NeedsRole needs="VIEWER">
      <Page
        title="Connected apps"
        intro={
          isAdmin
            ? 'Programs that people of the organization let act for them, such as assistants and automation tools. None can do more than its person can.'
            : 'Programs that you let act for you, such as assistants and automation tools. None can do more than you can.'
        }
        actions={
          isAdmin && (
            <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
              Register an app
            </Button>
          )
        }
      >
        <AppTabs />
        <ConnectionsCard whose={isAdmin ? 'all' : 'own'} />
        {isAdmin && <ClientsCard onEdit={setEditing} onRotate={setRotating} />}
      </Page>
      {rotating && <RotateDialog client={rotating} onClose={() => setRotating(undefined)} />}
      {editing && (
        <ClientDialog {...(editing !== 'new' && { client: editing })} onClose={() => setEditing(undefined)} />
      )}
    </NeedsRole>
  )
}
