import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntry, auditLogQuery, exportAuditLog, storesQuery } from '../../../api/account/account.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../components/forms/Field.tsx'
import { saveFile } from '../../../components/forms/save-file.ts'
import { PagedTable } from '../../../components/lists/PagedTable.tsx'
import type { Column } from '../../../components/lists/Table.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { Entry } from './Entry.tsx'
import { choices } from './entry-texts.ts'

export function AuditLogPage() {
  const [action, setAction] = useState('')
  return (
    <NeedsRole needs="ADMIN">
      <Page title="Audit log" intro="All actions in the organization. Nothing can be changed or removed here.">
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-3">
            <FilterSelect label="Action" value={action} onChange={(event) => setAction(event.target.value)}>
              <option value="">Everything</option>
              {choices.map(({ name, actions }) => (
                <optgroup key={name} label={name}>
                  {actions.map((each) => (
                    <option key={each.action} value={each.action}>
                      {each.label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </FilterSelect>
            <Export action={action} />
          </div>
          <Entries action={action} />
        </Card>
      </Page>
    </NeedsRole>
  )
}

function Export({ action }: { action: string }) {
  const storeId = useStoreId()
  const exporting = useMutation({
    mutationFn: () => exportAuditLog(storeId, action),
    onSuccess: (file) => saveFile(file, 'audit-log.csv'),
  })
  return (
    <>
      <Button size="small" icon="download" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
        Download as CSV
      </Button>
      {exporting.error && (
        <div className="w-full">
          <Notice tone="danger">{exporting.error.message}</Notice>
        </div>
      )}
    </>
  )
}

function Entries({ action }: { action: string }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(auditLogQuery(storeId, action))
  const { data: stores = [] } = useQuery(storesQuery)
  const findStoreName = ({ storeEnvId, target }: AuditEntry) => {
    const id = storeEnvId ?? (target?.type === 'store' ? target.id : undefined)
    return stores.find((each) => each.id === id)?.name
  }
  const columns: Column<AuditEntry>[] = [
    { header: 'Event', cell: (entry) => <Entry entry={entry} store={findStoreName(entry)} /> },
    { header: 'When', align: 'right', cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <PagedTable
      list={list}
      caption="Audit log"
      columns={columns}
      keyOf={(row) => row.id}
      empty={<EmptyState icon="log" title="No matching entries" />}
    />
  )
}
