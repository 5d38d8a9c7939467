import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Choice } from '../../../components/forms/Choice.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { AppTabs } from '../connected-apps/AppTabs.tsx'
import { NeedsRole } from '../NeedsRole.tsx'
import { type Access, buildAddress, type Configuration, configurationsFor, type Way } from './configurations.ts'

export function AssistantsPage() {
  const [way, setWay] = useState<Way>('sign-in')
  const [access, setAccess] = useState<Access>('all')
  return (
    <NeedsRole needs="VIEWER">
      <Page
        title="Assistants"
        intro="An AI assistant works with your stores through the tools of this service, with only the rights you give it. The audit log records its changes."
      >
        <AppTabs />
        <Card title="Access">
          <div className="grid gap-6 p-5 pt-3 sm:grid-cols-2">
            <Choice<Way>
              legend="Authentication"
              value={way}
              options={[
                {
                  value: 'sign-in',
                  name: 'You, when you sign in',
                  meaning:
                    'You choose which stores it can access and what it may do. Disconnect it under Connected apps.',
                },
                { value: 'key', name: 'An API key', meaning: 'For assistants that run without a person.' },
              ]}
              onChange={setWay}
            />
            <Choice<Access>
              legend="Available tools"
              value={access}
              options={[
                { value: 'all', name: 'Everything that it may do' },
                { value: 'read', name: 'Reading alone', meaning: 'Read-only, even if its rights allow changes.' },
                {
                  value: 'reviews',
                  name: 'Reviews alone',
                  meaning: 'Everything else, such as orders and customers, stays closed.',
                },
              ]}
              onChange={setAccess}
            />
          </div>
          {way === 'key' && <KeyHint access={access} />}
        </Card>
        <Card title="Configuration">
          <div className="grid gap-7 p-5 pt-3">
            {configurationsFor(location.origin, way, access).map(({ name, code }) => (
              <Snippet key={name} title={name} meaning={meanings[way][name]} code={code} />
            ))}
            <div className="grid gap-2.5">
              <div className="grid gap-0.5">
                <h3 className="text-sm font-semibold">Any other</h3>
                <p className="text-sm text-quiet">
                  Assistants in a browser, such as Claude and ChatGPT, use this address as a connector. They reach it
                  only where the service is on the internet.
                </p>
              </div>
              <CopyField label="Address" value={buildAddress(location.origin, access)} />
            </div>
          </div>
        </Card>
        <p className="text-sm text-quiet">
          Reviews are written by strangers, and some may try to give orders to an assistant. Give it only the access
          that its work needs.{' '}
          <a href="/docs/assistants" target="_blank" rel="noopener" className={linkClass}>
            What an assistant can do
          </a>
        </p>
      </Page>
    </NeedsRole>
  )
}

const meanings: Record<Way, Record<Configuration['name'], string>> = {
  'sign-in': {
    'Claude Code': 'In a terminal; then type /mcp in Claude Code and choose evident.',
    'VS Code with GitHub Copilot': 'In the file .vscode/mcp.json. VS Code opens the page where you sign in.',
    'Gemini CLI':
      'In the file ~/.gemini/settings.json. It needs a client id: register it under Connected apps, for programs on people’s machines, with the address http://localhost/oauth/callback.',
  },
  key: {
    'Claude Code': 'In a terminal.',
    'VS Code with GitHub Copilot': 'In the file .vscode/mcp.json. VS Code asks for the key once and keeps it.',
    'Gemini CLI': 'In the file ~/.gemini/settings.json.',
  },
}

const linkClass = 'font-medium text-accent underline underline-offset-4'

function KeyHint({ access }: { access: Access }) {
  const storeId = useStoreId()
  const isAdmin = useRole().isAtLeast('ADMIN')
  const role =
    access === 'read' ? 'The role Viewer is enough.' : 'Give it only the role and scopes that its work needs.'
  return (
    <p className="px-5 pb-5 text-sm text-quiet">
      {isAdmin ? (
        <Link to="/stores/$storeId/settings/api-keys" params={{ storeId }} className={linkClass}>
          Make a key for the assistant
        </Link>
      ) : (
        'An owner or admin makes a key for the assistant'
      )}
      . Put the key where the configuration shows. {role}
    </p>
  )
}
