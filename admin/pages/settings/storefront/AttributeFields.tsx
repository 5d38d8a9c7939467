import { Button, IconButton } from '../../../components/Button.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import type { Draft } from './attribute-drafts.ts'

const mostChoices = 8

type Props = {
  draft: Draft
  place: number
  isFirst: boolean
  error(field: string): string | undefined
  onChange(draft: Draft): void
  onRemove(): void
  onMoveUp(): void
}

export function AttributeFields({ draft, place, isFirst, error, onChange, onRemove, onMoveUp }: Props) {
  const name = draft.label || `Question ${place + 1}`
  return (
    <section aria-label={name} className="grid gap-4 rounded-xl border border-line p-4">
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <TextField
            label={draft.kind === 'scale' ? 'Name of the scale' : 'Name of the choice'}
            required
            maxLength={60}
            placeholder={draft.kind === 'scale' ? 'Fit' : 'Bought for'}
            value={draft.label}
            error={error('label')}
            onChange={(event) => onChange({ ...draft, label: event.target.value })}
          />
        </div>
        <IconButton label={`Move ${name} up`} icon="up" disabled={isFirst} onClick={onMoveUp} />
        <IconButton label={`Remove ${name}`} icon="trash" onClick={onRemove} />
      </div>
      {draft.kind === 'scale' ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="1 means"
            maxLength={40}
            placeholder="Too small"
            value={draft.lowLabel ?? ''}
            error={error('lowLabel')}
            onChange={(event) => onChange({ ...draft, lowLabel: event.target.value })}
          />
          <TextField
            label="5 means"
            maxLength={40}
            placeholder="Too large"
            value={draft.highLabel ?? ''}
            error={error('highLabel')}
            onChange={(event) => onChange({ ...draft, highLabel: event.target.value })}
          />
        </div>
      ) : (
        <Choices draft={draft} error={error('choices')} onChange={onChange} />
      )}
    </section>
  )
}

function Choices({ draft, error, onChange }: Pick<Props, 'draft' | 'onChange'> & { error: string | undefined }) {
  const { choices, kept = 0 } = draft
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {choices.map((choice, i) => (
          <TextField
            key={i}
            label={`Answer ${i + 1}`}
            required
            maxLength={40}
            value={choice}
            onChange={(event) => onChange({ ...draft, choices: choices.with(i, event.target.value) })}
          />
        ))}
      </div>
      {error && <p className="text-sm text-danger">{error}</p>}
      <div className="flex flex-wrap gap-2">
        {choices.length < mostChoices && (
          <Button look="quiet" size="small" onClick={() => onChange({ ...draft, choices: [...choices, ''] })}>
            Add an answer
          </Button>
        )}
        {choices.length > Math.max(2, kept) && (
          <Button look="quiet" size="small" onClick={() => onChange({ ...draft, choices: choices.slice(0, -1) })}>
            Remove last answer
          </Button>
        )}
      </div>
    </div>
  )
}
