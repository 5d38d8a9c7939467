import { useQuery } from '@tanstack/react-query'
import { isBilled, subscriptionQuery } from '../../../api/account/account.ts'
import { type Organization, organizationQuery } from '../../../api/account/organization.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Page } from '../../../components/Page.tsx'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { DeletionCard } from './DeletionCard.tsx'
import { OwnershipCard } from './OwnershipCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SecurityCard } from './SecurityCard.tsx'

export function OrganizationPage() {
  const query = useQuery({ ...organizationQuery(useStoreId()), enabled: !useRole().isDelegate })
  return (
    <NeedsRole needs="VIEWER">
      <Page title="General" tabName="Organization" intro="Profile, security, ownership and deletion.">
        <Loaded query={query}>{(organization) => <Cards organization={organization} />}</Loaded>
      </Page>
    </NeedsRole>
  )
}

/**
 * Only owners see the security and deletion cards. During a transfer everybody sees the ownership card, because anybody can
 * be the invited person.
 */
function Cards({ organization }: { organization: Organization }) {
  const { role, isAtLeast } = useRole()
  const { data: subscription } = useQuery(subscriptionQuery(useStoreId()))
  const isOwner = isAtLeast('OWNER')
  const billed = isBilled(subscription)
  return (
    <>
      {isAtLeast('ADMIN') && subscription && (
        <ProfileCard key={String(billed)} organization={organization} withBilling={isOwner && billed} />
      )}
      {isOwner && <SecurityCard isClosing={organization.closing} />}
      {(isOwner || organization.transferOpen) && <OwnershipCard organization={organization} />}
      {isOwner && <DeletionCard organization={organization} withInvoices={billed} />}
      {!isAtLeast('ADMIN') && (
        <EmptyState icon="lock" title={organization.name}>
          You are a {roleNames[role]}. Owners and admins can change the organization's name. Everything else here is for
          owners.
        </EmptyState>
      )}
    </>
  )
}
