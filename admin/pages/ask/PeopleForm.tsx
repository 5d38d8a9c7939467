import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { askPeople } from '../../api/ask.ts'
import { ordersKey } from '../../api/orders.ts'
import { Button } from '../../components/Button.tsx'
import { Check } from '../../components/forms/Check.tsx'
import { Choice } from '../../components/forms/Choice.tsx'
import { Field, TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { instantOrNull } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ProductsField } from '../products/PlacesField.tsx'
import { PreviewCard } from '../templates/PreviewCard.tsx'
import { AskReport, countPlanned, DoneNotice } from './AskReport.tsx'
import { mostPeople, type Person, parsePeople } from './people.ts'
import { StepBar } from './StepBar.tsx'
import { useAskPreview } from './use-ask-preview.ts'

type Draft = { text: string; productIds: string[]; when: 'now' | 'later'; at: string; consent: boolean }
const empty: Draft = { text: '', productIds: [], when: 'now', at: '', consent: false }

export function PeopleForm() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(empty)
  const [tried, setTried] = useState(false)
  const preview = useRef<HTMLDivElement>(null)
  const { people, unread } = parsePeople(draft.text)
  const { isExample, ...shown } = useAskPreview(people, draft.productIds)
  const problems = findProblems(draft, people)
  const asking = {
    people: people.map(({ email, name }) => ({ email, ...(name !== '' && { name }) })),
    productIds: draft.productIds,
    sendAt: draft.when === 'later' ? instantOrNull(draft.at) : null,
  }
  const checking = useMutation({ mutationFn: () => askPeople(storeId, asking, { dryRun: true }) })
  const sending = useMutation({
    mutationFn: () => askPeople(storeId, asking, { dryRun: false }),
    onSuccess: () => setDraft({ ...empty, productIds: draft.productIds }),
    onSettled: () => {
      checking.reset()
      setTried(false)
      return queryClient.invalidateQueries({ queryKey: ordersKey(storeId) })
    },
  })
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    checking.reset()
    sending.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length === 0) checking.mutate()
  }
  const error = checking.error ?? sending.error
  const at = (field: keyof typeof problems) => (tried ? problems[field] : undefined)
  const checked = checking.data && { people, rows: checking.data }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <form onSubmit={submit} noValidate className="card grid gap-4 p-5">
        <Field
          label="Customers"
          hint={
            people.length === 0
              ? 'One email address per line. A name can be on the same line.'
              : people.length === 1
                ? 'One customer.'
                : `${people.length.toLocaleString(shownLocale)} customers.`
          }
          error={at('text')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              spellCheck={false}
              autoComplete="off"
              placeholder={placeholder}
              className="control h-auto py-2"
              value={draft.text}
              onChange={(event) => set({ text: event.target.value })}
            />
          )}
        </Field>
        {unread.length > 0 && (
          <Notice tone="warn">
            <p>
              {unread.length === 1 ? 'One line has no email address:' : `${unread.length} lines have no email address:`}
            </p>
            <ul>
              {unread.slice(0, 5).map(({ line, text }) => (
                <li key={line} className="wrap-anywhere">
                  Line {line}: {text}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <ProductsField
          label="Products they bought"
          hint="The email asks about these products."
          most={10}
          chosen={draft.productIds}
          error={at('productIds') ?? errorAt(error, '/productIds')}
          onChange={(productIds) => set({ productIds })}
        />
        <Choice
          legend="Send"
          value={draft.when}
          options={[
            { value: 'now', name: 'Now', meaning: 'Quiet hours and frequency limits apply.' },
            { value: 'later', name: 'At a chosen time' },
          ]}
          onChange={(when) => set({ when })}
        />
        {draft.when === 'later' && (
          <TextField
            label="Time"
            type="datetime-local"
            hint="In your own time zone, at most 90 days ahead."
            value={draft.at}
            error={at('at') ?? errorAt(error, '/sendAt')}
            onChange={(event) => set({ at: event.target.value })}
          />
        )}
        <div className="grid gap-1.5">
          <Check
            label="These customers bought the products and may be asked for a review."
            hint="The audit log records your statement. Their reviews are not marked as verified purchases."
            isOn={draft.consent}
            onChange={(consent) => set({ consent })}
          />
          {at('consent') && <p className="text-sm text-danger">{at('consent')}</p>}
        </div>
        {error && remainingError(error, ['/productIds', '/sendAt']) && <Notice tone="danger">{error.message}</Notice>}
        {sending.data && <DoneNotice rows={sending.data} />}
        {checked && <AskReport checked={checked} />}
        <StepBar onPreview={() => preview.current?.scrollIntoView({ behavior: 'smooth' })}>
          {checked ? (
            <Button
              look="primary"
              disabled={countPlanned(checked.rows) === 0}
              isBusy={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {draft.when === 'now' ? sendText(countPlanned(checked.rows)) : scheduleText(countPlanned(checked.rows))}
            </Button>
          ) : (
            <>
              <p className="mr-auto text-sm text-quiet max-lg:hidden">Checking sends nothing.</p>
              <Button type="submit" look="primary" isBusy={checking.isPending}>
                Check, then send
              </Button>
            </>
          )}
        </StepBar>
      </form>
      <div ref={preview} className="min-w-0 scroll-mt-4">
        <PreviewCard shown={shown} isExample={isExample} />
      </div>
    </div>
  )
}

const placeholder = 'jane@customer.example\nSam Lee <sam@customer.example>'

const sendText = (count: number) =>
  count === 1 ? 'Send one request' : `Send ${count.toLocaleString(shownLocale)} requests`
const scheduleText = (count: number) =>
  count === 1 ? 'Schedule one request' : `Schedule ${count.toLocaleString(shownLocale)} requests`

function findProblems(draft: Draft, people: readonly Person[]) {
  const problems: { text?: string; productIds?: string; at?: string; consent?: string } = {}
  if (people.length === 0) problems.text = 'Enter at least one email address.'
  if (people.length > mostPeople) problems.text = 'Enter at most 5,000 addresses. Use an order file for more.'
  if (draft.productIds.length === 0) problems.productIds = 'Choose at least one product.'
  if (draft.when === 'later' && draft.at === '') problems.at = 'Choose a time.'
  if (!draft.consent) problems.consent = 'Confirm this statement to continue.'
  return problems
}
