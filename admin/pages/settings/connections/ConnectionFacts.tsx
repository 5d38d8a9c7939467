import type { ReactNode } from 'react'
import type { Connection } from '../../../api/shops/connectors.ts'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { Time } from '../../../components/values/Time.tsx'
import { kindNames, kindsOf } from './labels.ts'

export function ConnectionFacts({ connection }: { connection: Connection }) {
  const { provider, apiKeyLast4, listId, lastAcceptedAt, counts, eventNames } = connection
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-5 text-sm sm:grid-cols-4">
        <Fact name="Key">
          <span className="font-mono text-xs">…{apiKeyLast4}</span>
        </Fact>
        {listId && (
          <Fact name="Audience">
            <span className="font-mono text-xs">{listId}</span>
          </Fact>
        )}
        <Fact name="Last taken">{lastAcceptedAt ? <Time at={lastAcceptedAt} /> : 'Nothing yet'}</Fact>
        <Fact name="Waiting">{counts.pending.toLocaleString(shownLocale)}</Fact>
        <Fact name="Given up">{counts.dead.toLocaleString(shownLocale)}</Fact>
      </dl>
      <dl className="grid gap-x-6 gap-y-4 border-t border-line p-5 text-sm sm:grid-cols-3">
        {kindsOf(provider).map((kind) => (
          <Fact key={kind} name={`${kindNames[kind]} is sent as`}>
            <span className="font-mono text-xs wrap-anywhere">{eventNames[kind]}</span>
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
