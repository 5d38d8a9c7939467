import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { backupsKey, scheduleQuery, targetQuery } from '../../../api/shops/backups.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { Time } from '../../../components/values/Time.tsx'
import { PlanNotice } from '../../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { BackupList } from './BackupList.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { TargetForm } from './TargetForm.tsx'

type Asking = 'make' | 'restore'

export function BackupsPage() {
  const mayChange = useRole().isAtLeast('ADMIN')
  const gate = usePlanGate('scheduled_backups')
  const [asking, setAsking] = useState<Asking>()
  const isOpen = gate !== undefined && (gate.enabled || gate.lapsed)
  return (
    <Page
      title="Backups"
      intro={
        <>
          Archives of this store. Each is read back and verified after writing.{' '}
          <a href="/docs/backups" target="_blank" rel="noopener" className="underline">
            How backups work
          </a>
        </>
      }
      actions={
        mayChange && (
          <>
            <Button onClick={() => setAsking('restore')}>Restore an archive</Button>
            {isOpen && (
              <Button look="primary" icon="plus" onClick={() => setAsking('make')}>
                Back up now
              </Button>
            )}
          </>
        )
      }
    >
      {isOpen ? (
        <Kept mayChange={mayChange} />
      ) : (
        <div className="card">
          <PlanNotice feature="scheduled_backups" name="Stored backups">
            An archive can be downloaded under Stores, and restored, on every plan.
          </PlanNotice>
        </div>
      )}
      {asking === 'make' && <MakeDialog onClose={() => setAsking(undefined)} />}
      {asking === 'restore' && <RestoreDialog onClose={() => setAsking(undefined)} />}
    </Page>
  )
}

function Kept({ mayChange }: { mayChange: boolean }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const { data: schedule } = useSuspenseQuery(scheduleQuery(storeId))
  const { data: target } = useSuspenseQuery(targetQuery(storeId))
  const saved = (text: string) => {
    toast(text)
    void queryClient.invalidateQueries({ queryKey: backupsKey(storeId) })
  }
  return (
    <>
      {schedule.failingSince && (
        <Notice tone="danger">
          The schedule has failed since <Time at={schedule.failingSince} />; the list says why. Earlier backups stay.
        </Notice>
      )}
      <Card title="Backups">
        <BackupList mayChange={mayChange} />
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="Schedule">
          <ScheduleForm schedule={schedule} hasTarget={target.configured} mayChange={mayChange} onSaved={saved} />
        </Card>
        <Card title="Your own bucket">
          <TargetForm target={target} mayChange={mayChange} onSaved={saved} />
        </Card>
      </div>
    </>
  )
}
