import { useState } from 'react'
import { type Connection, type ConnectionChanges, changeConnection } from '../../../api/shops/connectors.ts'
import { Switch } from '../../../components/forms/Choice.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole } from '../../../shell/store/use-store.ts'
import { factMeanings, kindNames, providerNames } from './labels.ts'
import { useConnectionChange } from './use-connection-change.ts'

type Fact = Connection['sends'][number]
const facts = Object.keys(factMeanings) as Fact[]

/** Every switch is saved immediately. */
export function FactsCard({ connection }: { connection: Connection }) {
  const { isAtLeast } = useRole()
  const [refusal, setRefusal] = useState<string>()
  const saving = useConnectionChange<Connection, ConnectionChanges>(
    (storeId, changes) => changeConnection(storeId, connection.id, changes),
    () => toast('Connection saved'),
  )
  const save = (changes: ConnectionChanges) => {
    setRefusal(undefined)
    saving.mutate(changes, { onError: (error) => setRefusal(error.message) })
  }
  // A switch shows its new state while the request is running.
  const { sends, includeText, profile, provider } = { ...connection, ...(saving.isPending && saving.variables) }
  const isDisabled = !isAtLeast('ADMIN') || saving.isPending
  const sendsReviews = sends.includes('review_submitted') || sends.includes('review_approved')
  return (
    <Card>
      <div className="grid gap-4 p-5">
        <div className="grid gap-1">
          <h2 className="font-semibold">Facts for your flows and segments</h2>
          <p className="text-sm text-quiet">
            {providerNames[provider]} gets these events from now on. Imported reviews, spam and people who unsubscribed
            are left out.
          </p>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {facts.map((fact) => (
            <Switch
              key={fact}
              label={kindNames[fact]}
              hint={factMeanings[fact]}
              isOn={sends.includes(fact)}
              isDisabled={isDisabled}
              onChange={(isOn) =>
                save({ sends: facts.filter((each) => (each === fact ? isOn : sends.includes(each))) })
              }
            />
          ))}
        </div>
        <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
          <Switch
            label="Include title and text"
            hint={
              sendsReviews
                ? 'The words of the review go to the provider too.'
                : 'Works once an event about reviews is on.'
            }
            isOn={includeText}
            isDisabled={isDisabled}
            onChange={(isOn) => save({ includeText: isOn })}
          />
          {provider !== 'mailchimp' && (
            <Switch
              label="Fill in profiles"
              hint="Number of reviews, average and last rating, points and tier. Erasing a person empties these fields."
              isOn={profile}
              isDisabled={isDisabled}
              onChange={(isOn) => save({ profile: isOn })}
            />
          )}
        </div>
        {refusal && <Notice tone="danger">{refusal}</Notice>}
      </div>
    </Card>
  )
}
