import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { removeSingleSignOn, type SingleSignOn, singleSignOnQuery } from '../../../api/account/single-sign-on.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { signOnResult } from '../../../texts/sign-on-results.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { DomainsCard } from './DomainsCard.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import { RulesCard } from './RulesCard.tsx'
import { useRefreshSignOn } from './use-sign-on-change.ts'

export function SingleSignOnPage() {
  return (
    <NeedsRole needs="OWNER">
      <Content />
    </NeedsRole>
  )
}

function Content() {
  const query = useQuery(singleSignOnQuery(useStoreId()))
  const { organization } = useRole()
  return (
    <Page
      title="Single sign-on"
      intro={`People of ${organization} sign in with their company account, through any OpenID Connect provider: Okta, Entra ID, Google, Keycloak and others.`}
    >
      <TrialResult />
      <Loaded query={query}>{(settings) => <Steps settings={settings} />}</Loaded>
    </Page>
  )
}

function Steps({ settings }: { settings: SingleSignOn }) {
  const [isBegun, setIsBegun] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const storeId = useStoreId()
  const refresh = useRefreshSignOn()
  if (!settings.configured && settings.domains.length === 0 && !isBegun)
    return (
      <Card>
        <EmptyState
          icon="key"
          title="No single sign-on yet"
          action={
            <Button look="primary" onClick={() => setIsBegun(true)}>
              Set it up
            </Button>
          }
        >
          You need a provider where you can add an application, and access to the DNS of your domain. Passwords keep
          working until you require single sign-on.
        </EmptyState>
      </Card>
    )
  return (
    <>
      <ProviderCard settings={settings} key={settings.updatedAt} />
      <DomainsCard settings={settings} />
      {settings.configured && <RulesCard settings={settings} key={`rules ${settings.updatedAt}`} />}
      {settings.configured && (
        <section className="card flex flex-wrap items-center justify-between gap-4 p-5">
          <p className="min-w-0 text-sm text-quiet">Without single sign-on, all members sign in with a password.</p>
          <Button look="dangerQuiet" onClick={() => setIsEnding(true)}>
            Turn off single sign-on
          </Button>
        </section>
      )}
      {isEnding && (
        <ConfirmDialog
          title="Turn off single sign-on?"
          confirmLabel="Switch it off"
          isDangerous
          act={() => removeSingleSignOn(storeId)}
          onDone={() => {
            setIsBegun(false)
            void refresh()
            toast('Single sign-on is off')
          }}
          onClose={() => setIsEnding(false)}
        >
          <p>
            Members who signed in through it are signed out immediately; those without a password choose one through
            “Forgot your password?”. The provider, its secret and the domains are deleted; members and their roles stay.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function TrialResult() {
  const { singleSignOn } = useSearch({ from: '/signed-in/stores/$storeId/settings/single-sign-on' })
  if (singleSignOn === 'tested')
    return (
      <Notice tone="good" icon="check">
        The provider works. If it knows you by the email address of your account here, you can sign in through it from
        now on.
      </Notice>
    )
  const refusal = signOnResult(singleSignOn)
  return refusal ? <Notice tone="danger">The test failed: {refusal}</Notice> : null
}
