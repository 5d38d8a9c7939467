import { useState } from 'react'
import type { AppClient } from '../../../api/connected-apps.ts'
import { Button } from '../../../components/Button.tsx'
import { Page } from '../../../components/Page.tsx'
import { NeedsRole } from '../NeedsRole.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { ClientsCard } from './ClientsCard.tsx'
import { ConnectionsCard } from './ConnectionsCard.tsx'

export function ConnectedAppsPage() {
  const [editing, setEditing] = useState<AppClient | 'new'>()
  return (
    <NeedsRole needs="ADMIN">
      <Page
        title="Connected apps"
        intro="Programs that people of the organization let act for them, such as assistants and automation tools. None can do more than its person can."
        actions={
          <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
            Register an app
          </Button>
        }
      >
        <ConnectionsCard />
        <ClientsCard onEdit={setEditing} />
      </Page>
      {editing && (
        <ClientDialog {...(editing !== 'new' && { client: editing })} onClose={() => setEditing(undefined)} />
      )}
    </NeedsRole>
  )
}
