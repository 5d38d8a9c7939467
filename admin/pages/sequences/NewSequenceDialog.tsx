import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createSequence, sequencesKey } from '../../api/mail/sequences.ts'
import { MakeDialog } from '../../components/dialogs/MakeDialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { type Blueprint, blueprints, empty } from './blueprints.ts'

const choices = [...blueprints, empty]

type Props = { start?: Blueprint | undefined; onClose(): void }

export function NewSequenceDialog({ start = choices[0] ?? empty, onClose }: Props) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(start)
  const [name, setName] = useState('')
  return (
    <MakeDialog
      title="Create sequence"
      size="wide"
      paths={['/name']}
      queryKey={sequencesKey(storeId)}
      label="Make a draft"
      make={() => createSequence(storeId, { ...chosen.body, name: name.trim() || chosen.title })}
      onMade={({ id }) =>
        void navigate({ to: '/stores/$storeId/sequences/$sequenceId', params: { storeId, sequenceId: id } })
      }
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label="Name"
            hint="Only your team sees it."
            dir="auto"
            maxLength={120}
            placeholder={chosen.title}
            value={name}
            error={error('/name')}
            onChange={(event) => setName(event.target.value)}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">Start from</legend>
            {choices.map((each) => (
              <label
                key={each.title}
                className="flex cursor-pointer gap-3 rounded-lg border border-line p-3 has-checked:border-accent has-checked:bg-accent-wash"
              >
                <input
                  type="radio"
                  name="blueprint"
                  checked={each === chosen}
                  onChange={() => setChosen(each)}
                  className="mt-1"
                />
                <span className="grid">
                  <span className="font-medium">{each.title}</span>
                  <span className="text-sm text-quiet">{each.text}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </MakeDialog>
  )
}
