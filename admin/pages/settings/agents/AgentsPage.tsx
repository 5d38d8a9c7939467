import { useQuery } from '@tanstack/react-query'
import { agentSettingsQuery } from '../../../api/agents.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { Page } from '../../../components/Page.tsx'
import { PlanNotice } from '../../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { PasteCard } from './PasteCard.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import { SwitchCard } from './SwitchCard.tsx'

export function AgentsPage() {
  const query = useQuery(agentSettingsQuery(useStoreId()))
  const gate = usePlanGate('agents')
  return (
    <Page
      title="Agents"
      intro="Shopping agents compare products for people. Here they get your ratings and reviews directly, read-only, with the proof of each review."
    >
      <PlanNotice feature="agents" name="Answers for agents" />
      {gate?.enabled && (
        <Loaded query={query}>
          {(settings) => (
            <>
              <SwitchCard settings={settings} />
              <PreviewCard settings={settings} />
              <PasteCard settings={settings} />
              <p className="text-sm text-quiet">
                Agents see what every visitor of your shop sees, and no addresses or orders.{' '}
                <a
                  href="/docs/shopping-agents"
                  target="_blank"
                  rel="noopener"
                  className="font-medium text-accent underline underline-offset-4"
                >
                  Guide to agents
                </a>
              </p>
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}
