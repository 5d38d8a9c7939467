import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AgentSettings, type UcpVersion, ucpProfileQuery, ucpVersions } from '../../../api/agents.ts'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { Segments } from '../../../components/Segments.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { writeLlmsLines, writeMembers } from './lines.ts'

export function PasteCard({ settings }: { settings: AgentSettings }) {
  const { urls, enabled, serviceName } = settings
  return (
    <Card title="Tell agents where">
      <div className="grid gap-7 p-5 pt-3">
        <Snippet
          title="In your shop's llms.txt"
          meaning="Lines for the file /llms.txt of your shop. Language models look there first."
          code={writeLlmsLines(urls)}
        />
        <div className="grid gap-2.5">
          <div className="grid gap-0.5">
            <h3 className="text-sm font-semibold">MCP server</h3>
            <p className="text-sm text-quiet">For agents that connect to a tool server (MCP). No key is needed.</p>
          </div>
          <CopyField label="MCP address" value={urls.mcp} />
        </div>
        {serviceName === null ? (
          <div className="grid gap-2.5">
            <h3 className="text-sm font-semibold">In your shop's UCP profile</h3>
            <Notice>
              A profile needs a public https address of this service. Ask the operator of the service to set it up.
            </Notice>
          </div>
        ) : (
          enabled && <Profile />
        )}
      </div>
    </Card>
  )
}

function Profile() {
  const [version, setVersion] = useState<UcpVersion>(ucpVersions[0])
  const query = useQuery(ucpProfileQuery(useStoreId(), version))
  return (
    <div className="grid gap-3">
      <Segments
        label="Version of UCP"
        value={version}
        options={ucpVersions.map((each) => [each, each] as const)}
        onChange={setVersion}
      />
      <Loaded query={query} rows={4}>
        {({ ucp }) => (
          <Snippet
            title="In your shop's UCP profile"
            meaning="Add both entries to ucp in /.well-known/ucp of your shop. Your own services stay as they are."
            code={writeMembers(ucp)}
          />
        )}
      </Loaded>
    </div>
  )
}
