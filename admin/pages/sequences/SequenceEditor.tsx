import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { changeSequence, type Sequence, sequenceQuery, sequencesKey } from '../../api/mail/sequences.ts'
import { Badge } from '../../components/Badge.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { SaveBar } from '../../components/forms/SaveBar.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { toast } from '../../components/toasts.ts'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { useDraft } from '../../shell/use-draft.ts'
import { toBody, toDraft } from './draft.ts'
import { EndsFields } from './EndsFields.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { ResultsCard } from './ResultsCard.tsx'
import { SequenceActions } from './SequenceActions.tsx'
import { StepsCard } from './StepsCard.tsx'
import { views } from './search.ts'
import { statusNames, statusTones } from './statuses.ts'
import { TriggerFields } from './TriggerFields.tsx'

const viewOptions = Object.entries(views) as [keyof typeof views, string][]

export function SequenceEditor({ sequence, back }: { sequence: Sequence; back: ReactNode }) {
  const { isAtLeast } = useRole()
  const gate = usePlanGate('email_sequences')
  const isOpen = gate?.enabled !== false
  const mayChange = isAtLeast('ADMIN') && isOpen && sequence.status !== 'archived'
  const { view = 'steps' } = useSearch({ from: '/signed-in/stores/$storeId/sequences/$sequenceId' })
  const navigate = useNavigate()
  const writing = useWriting(sequence)
  return (
    <Page
      back={back}
      title={sequence.name}
      intro={
        <span className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone={statusTones[sequence.status]}>{statusNames[sequence.status]}</Badge>
          {sequence.status === 'draft'
            ? 'It sends no emails yet.'
            : `Version ${sequence.version}. Runs under way: ${sequence.runs.active.toLocaleString(shownLocale)}.`}
        </span>
      }
      actions={
        isAtLeast('MEMBER') &&
        isOpen && (
          <SequenceActions sequence={sequence} mayChange={isAtLeast('ADMIN')} isChanged={writing.drafting.isChanged} />
        )
      }
    >
      <Segments
        label="Sequence view"
        value={view}
        options={viewOptions}
        onChange={(next) => void navigate({ to: '.', search: { view: next === 'steps' ? undefined : next } })}
      />
      {view === 'people' && <PeopleCard sequence={sequence} mayEnd={isAtLeast('MEMBER') && isOpen} />}
      {view === 'results' && <ResultsCard sequence={sequence} />}
      <div hidden={view !== 'steps'}>
        <Writing sequence={sequence} mayChange={mayChange} {...writing} />
      </div>
    </Page>
  )
}

function useWriting(sequence: Sequence) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const drafting = useDraft({ name: `sequence ${sequence.id}`, row: sequence, toDraft, toBody })
  const { base, changes, take } = drafting
  const saving = useMutation({
    mutationFn: () => changeSequence(storeId, sequence.id, { ...changes, version: base.version }),
    onSuccess: (saved) => {
      client.setQueryData(sequenceQuery(storeId, sequence.id).queryKey, saved)
      take(saved)
      toast(saved.version > base.version ? 'Saved. New runs use this version; current runs keep theirs.' : 'Saved.')
    },
    onSettled: () => client.invalidateQueries({ queryKey: sequencesKey(storeId) }),
  })
  const discard = () => {
    saving.reset()
    drafting.discard()
  }
  return { drafting, saving, discard }
}

type WritingProps = ReturnType<typeof useWriting> & { sequence: Sequence; mayChange: boolean }

function Writing({ sequence, mayChange, drafting, saving, discard }: WritingProps) {
  const { draft, set, isChanged } = drafting
  const error = (path: string) => errorAt(saving.error, path)
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <fieldset disabled={!mayChange} className="contents">
        <Card title="Starts">
          <div className="grid gap-4 p-5 pt-3">
            <TextField
              label="Name"
              hint="Only your team sees it."
              dir="auto"
              required
              maxLength={120}
              value={draft.name}
              error={error('/name')}
              onChange={(event) => set({ name: event.target.value })}
            />
            <TriggerFields trigger={draft.trigger} error={error} onChange={(trigger) => set({ trigger })} />
          </div>
        </Card>
        <StepsCard
          steps={draft.steps}
          event={draft.trigger.event}
          mayChange={mayChange}
          error={error}
          onChange={(steps) => set({ steps })}
        />
        <Card title="Audience and end">
          <div className="p-5 pt-3">
            <EndsFields draft={draft} onChange={set} />
          </div>
        </Card>
      </fieldset>
      {mayChange && (
        <SaveBar
          isChanged={isChanged}
          isBusy={saving.isPending}
          label={sequence.publishedAt === null ? 'Save' : 'Save new version'}
          error={
            saving.error
              ? (remainingError(saving.error, ['/name', '/trigger', '/steps']) ?? 'Correct the fields above.')
              : undefined
          }
          onDiscard={discard}
          kept={drafting}
        />
      )}
    </form>
  )
}
