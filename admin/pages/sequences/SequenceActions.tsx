import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  actOnSequence,
  duplicateSequence,
  removeSequence,
  type Sequence,
  type SequenceAct,
  sequenceQuery,
  sequencesKey,
} from '../../api/mail/sequences.ts'
import { Button } from '../../components/Button.tsx'
import { DuplicateButton, nameCopy } from '../../components/DuplicateButton.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { SimulateDialog } from './SimulateDialog.tsx'

type Act = SequenceAct | 'delete'
type Props = { sequence: Sequence; mayChange: boolean; isChanged: boolean }

const asked: Record<Act, [title: string, label: string, text: string, done: string]> = {
  publish: [
    'Publish this sequence?',
    'Publish',
    'New events start the sequence. Earlier events do not. The sequence sends emails to real customers.',
    'It is live.',
  ],
  pause: [
    'Pause this sequence?',
    'Pause',
    'No one enters, and current runs pause. Emails more than 72 hours late are skipped.',
    'The sequence is paused.',
  ],
  resume: [
    'Resume this sequence?',
    'Resume',
    'Current runs continue, and new people can enter.',
    'The sequence is live again.',
  ],
  archive: [
    'Archive this sequence?',
    'Archive',
    'All current runs end permanently. Their history stays readable.',
    'The sequence is archived.',
  ],
  delete: [
    'Delete this sequence?',
    'Delete',
    'All current runs end, and the history of all runs is deleted. This cannot be undone.',
    'Deleted',
  ],
}

export function SequenceActions({ sequence, mayChange, isChanged }: Props) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Act | 'simulate'>()
  const { status } = sequence
  const acts: Act[] = !mayChange
    ? []
    : [
        ...(status === 'archived' ? [] : (['archive'] as const)),
        'delete',
        ...(status === 'draft' ? (['publish'] as const) : []),
        ...(status === 'live' ? (['pause'] as const) : []),
        ...(status === 'paused' ? (['resume'] as const) : []),
      ]
  const close = () => setOpen(undefined)
  return (
    <>
      <Button onClick={() => setOpen('simulate')}>Try it</Button>
      {mayChange && !isChanged && (
        <DuplicateButton
          queryKey={sequencesKey(storeId)}
          copy={() => duplicateSequence(storeId, sequence, nameCopy(sequence.name, 120))}
          onMade={({ id }) =>
            void navigate({ to: '/stores/$storeId/sequences/$sequenceId', params: { storeId, sequenceId: id } })
          }
        />
      )}
      {acts.map((act) => (
        <Button
          key={act}
          look={act === 'publish' || act === 'resume' ? 'primary' : act === 'delete' ? 'dangerQuiet' : 'secondary'}
          disabled={isChanged && (act === 'publish' || act === 'resume')}
          title={isChanged && act === 'publish' ? 'Save your changes first.' : undefined}
          onClick={() => setOpen(act)}
        >
          {asked[act][1]}
        </Button>
      ))}
      {open === 'simulate' && <SimulateDialog sequence={sequence} onClose={close} />}
      {open && open !== 'simulate' && <Confirm act={open} sequence={sequence} onClose={close} />}
    </>
  )
}

function Confirm({ act, sequence, onClose }: { act: Act; sequence: Sequence; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [title, label, text, done] = asked[act]
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      isDangerous={act === 'archive' || act === 'delete'}
      act={async () => {
        if (act === 'delete') return removeSequence(storeId, sequence.id)
        client.setQueryData(
          sequenceQuery(storeId, sequence.id).queryKey,
          await actOnSequence(storeId, sequence.id, act),
        )
        return undefined
      }}
      onDone={() => {
        toast(done)
        const refetchType = act === 'delete' ? 'none' : 'active'
        void client.invalidateQueries({ queryKey: sequencesKey(storeId), refetchType })
        if (act === 'delete') void navigate({ to: '/stores/$storeId/sequences', params: { storeId } })
      }}
      onClose={onClose}
    >
      <p dir="auto" className="font-medium wrap-anywhere">
        {sequence.name}
      </p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}
