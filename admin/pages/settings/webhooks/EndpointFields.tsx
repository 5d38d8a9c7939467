import { useQuery } from '@tanstack/react-query'
import { type EventKind, eventKindsQuery, type WebhookFields } from '../../../api/shops/webhooks.ts'
import { Choice } from '../../../components/forms/Choice.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt } from '../../../components/forms/field-errors.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

type Props = { fields: WebhookFields; error: Error | null; onChange(fields: WebhookFields): void }

export const endpointPaths = ['/url', '/description', '/events']

export function EndpointFields({ fields, error, onChange }: Props) {
  const kinds = useQuery(eventKindsQuery(useStoreId()))
  const { url, description, events } = fields
  return (
    <>
      <TextField
        label="Address"
        hint="Public, https, on port 443 or from 1024 up. Redirects are not followed."
        error={errorAt(error, '/url')}
        required
        autoFocus
        type="url"
        inputMode="url"
        maxLength={2048}
        spellCheck={false}
        placeholder="https://hooks.example.com/evident"
        value={url}
        onChange={(event) => onChange({ ...fields, url: event.target.value })}
      />
      <TextField
        label="Description"
        hint="Only your team sees it."
        error={errorAt(error, '/description')}
        maxLength={500}
        value={description ?? ''}
        onChange={(event) => onChange({ ...fields, description: event.target.value || null })}
      />
      <Choice
        legend="Events it gets"
        value={events === null ? 'all' : 'some'}
        options={[
          { value: 'all', name: 'Everything', meaning: 'Includes events we add later.' },
          { value: 'some', name: 'Selected events' },
        ]}
        onChange={(chosen) => onChange({ ...fields, events: chosen === 'all' ? null : [] })}
      />
      {events !== null && (
        <Loaded query={kinds}>
          {({ data }) => (
            <Kinds
              kinds={data}
              chosen={events}
              error={errorAt(error, '/events')}
              onChange={(next) => onChange({ ...fields, events: next })}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

type KindsProps = { kinds: EventKind[]; chosen: string[]; error: string | undefined; onChange(chosen: string[]): void }

function Kinds({ kinds, chosen, error, onChange }: KindsProps) {
  const set = (name: string, isChosen: boolean) =>
    onChange(kinds.map((each) => each.name).filter((each) => (each === name ? isChosen : chosen.includes(each))))
  return (
    <fieldset className="grid gap-1 rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium">Kinds of events</legend>
      {kinds.map(({ name, description, example }) => (
        <div key={name} className="grid gap-1 border-line py-1.5 not-first:border-t">
          <label className="flex items-start gap-2.5 text-sm">
            <input
              type="checkbox"
              className="mt-0.5"
              checked={chosen.includes(name)}
              onChange={(event) => set(name, event.target.checked)}
            />
            <span className="grid min-w-0">
              <span className="font-mono text-xs font-medium break-words">{name}</span>
              <span className="text-quiet">{description.replaceAll('`', '')}</span>
            </span>
          </label>
          <details className="pl-6 text-xs">
            <summary className="cursor-pointer text-quiet hover:text-text">
              An example<span className="sr-only">: {name}</span>
            </summary>
            <pre className="relative mt-1 overflow-x-auto rounded-lg bg-sunken p-3 font-mono leading-relaxed">
              {JSON.stringify(example, null, 2)}
            </pre>
          </details>
        </div>
      ))}
      {error && <p className="text-sm text-danger">{error}</p>}
    </fieldset>
  )
}
