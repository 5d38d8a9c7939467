import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Loading } from '../../components/EmptyState.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { PlanNotice } from '../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole } from '../../shell/store/use-store.ts'
import { ModerationTabs } from '../moderation/ModerationTabs.tsx'
import { AssessmentList, assessmentRows } from './AssessmentList.tsx'
import { HeadList } from './HeadList.tsx'
import { MakeAssessmentDialog } from './MakeAssessmentDialog.tsx'
import { MakePackDialog } from './MakePackDialog.tsx'
import { PackList, packRows } from './PackList.tsx'
import { RecordSearch } from './RecordSearch.tsx'
import { WitnessList } from './WitnessList.tsx'

export function EvidencePage() {
  const mayMake = useRole().isAtLeast('ADMIN')
  const gate = usePlanGate('evidence_packs')
  const assessments = usePlanGate('yearly_assessment')
  const [making, setMaking] = useState<'pack' | 'assessment'>()
  const isOpen = gate !== undefined && (gate.enabled || gate.lapsed)
  const hasAssessments = assessments !== undefined && (assessments.enabled || assessments.lapsed)
  return (
    <Page
      title="Moderation"
      tabName="Evidence"
      intro={
        <>
          Every step of a review is recorded so that nobody can change it later.{' '}
          <a href="/docs/evidence" target="_blank" rel="noopener" className="underline">
            How it works
          </a>
        </>
      }
    >
      <ModerationTabs />
      <RecordSearch />
      <Card
        title="Evidence packs"
        actions={
          mayMake &&
          gate?.enabled !== false && (
            <Button size="small" look="primary" icon="plus" disabled={!gate} onClick={() => setMaking('pack')}>
              Create evidence pack
            </Button>
          )
        }
      >
        <p className="max-w-[44rem] px-5 pt-1 pb-2 text-sm text-quiet">
          A pack is a signed file with the entries of a period, for authorities, platforms and anyone with doubts.
        </p>
        {gate === undefined ? (
          <Loading rows={packRows} />
        ) : isOpen ? (
          <PackList />
        ) : (
          <PlanNotice feature="evidence_packs" name="Packs of evidence">
            The ledger itself, and its public page, are on every plan.
          </PlanNotice>
        )}
      </Card>
      <Card
        title="Yearly assessments"
        actions={
          mayMake &&
          assessments?.enabled !== false && (
            <Button size="small" icon="plus" disabled={!assessments} onClick={() => setMaking('assessment')}>
              Create an assessment
            </Button>
          )
        }
      >
        {assessments === undefined ? (
          <Loading rows={assessmentRows} />
        ) : hasAssessments ? (
          <AssessmentList />
        ) : (
          <PlanNotice feature="yearly_assessment" name="The yearly assessment" />
        )}
      </Card>
      <Card title="Witnesses">
        <WitnessList />
      </Card>
      <details className="card">
        <summary className="cursor-pointer px-5 py-4 font-semibold">Signed heads</summary>
        <HeadList />
      </details>
      {making === 'pack' && <MakePackDialog onClose={() => setMaking(undefined)} />}
      {making === 'assessment' && <MakeAssessmentDialog onClose={() => setMaking(undefined)} />}
    </Page>
  )
}
