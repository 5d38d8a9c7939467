import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grantsQuery } from '../../../api/account/partners.ts'
import { ApiError } from '../../../api/client.ts'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { PlanNotice } from '../../../shell/PlanNotice.tsx'
import { useOrganizationHas } from '../../../shell/store/plan-gate.ts'
import { useRole, useStore, useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { GrantDialog } from './GrantDialog.tsx'
import { GrantList } from './GrantList.tsx'

export function PartnersPage() {
  return (
    <NeedsRole needs="VIEWER">
      <Partners />
    </NeedsRole>
  )
}

function Partners() {
  const { organizationId } = useStore()
  const { organization } = useRole()
  return (
    <Page
      title="Partners"
      intro={`Access between ${organization} and other organizations, such as agencies: who works in whose stores. Billing, keys and members stay closed to a partner.`}
    >
      <Given />
      <Received />
      <section className="card grid gap-1.5 p-5">
        <h2 className="font-semibold tracking-tight">Id of {organization}</h2>
        <p className="text-sm text-quiet">Share it with an organization that wants to let you work in its stores.</p>
        <CopyField label="Organization id" value={organizationId} />
      </section>
    </Page>
  )
}

function Given() {
  const list = useInfiniteQuery(grantsQuery(useStoreId(), 'given'))
  const { isAtLeast } = useRole()
  const isInPlan = useOrganizationHas('partner_access')
  const [isGiving, setIsGiving] = useState(false)
  if (list.error instanceof ApiError && list.error.code === 'plan_required')
    return (
      <Card title="Access you give">
        <PlanNotice feature="partner_access" name="Access for partners" />
      </Card>
    )
  const give = isAtLeast('OWNER') && list.data && isInPlan && (
    <Button look="primary" icon="plus" onClick={() => setIsGiving(true)}>
      Give access
    </Button>
  )
  const isEmpty = list.data?.pages[0]?.data.length === 0
  return (
    <Card title="Access you give" actions={!isEmpty && give}>
      <GrantList
        list={list}
        direction="given"
        mayChange={isInPlan}
        head={!isInPlan && <Resting />}
        empty={
          <EmptyState icon="people" title="No partners yet" action={give}>
            An owner can offer access to an agency. Once it accepts, its people work in the stores with their own
            sign-in.
          </EmptyState>
        }
      />
      {isGiving && <GrantDialog onClose={() => setIsGiving(false)} />}
    </Card>
  )
}

function Resting() {
  return (
    <div className="px-5 pt-3">
      <Notice tone="warn">
        None of your stores has the Scale plan. Partner access is paused until one has it. You can revoke it at any
        time.
      </Notice>
    </div>
  )
}

function Received() {
  const list = useInfiniteQuery(grantsQuery(useStoreId(), 'received'))
  return (
    <Card title="Access you have">
      <GrantList
        list={list}
        direction="received"
        mayChange={false}
        empty={
          <EmptyState icon="store" title="No stores of other organizations">
            When another organization offers you access, you accept or decline it here. Its stores then appear in the
            store switcher.
          </EmptyState>
        }
      />
    </Card>
  )
}
