import { useId, useState } from 'react'
import type { Sequence, SequenceMail } from '../../api/mail/sequences.ts'
import { Button } from '../../components/Button.tsx'
import { Field, TextField } from '../../components/forms/Field.tsx'
import type { DraftStep } from './draft.ts'
import { MailPreview } from './MailPreview.tsx'
import { MailTranslations } from './MailTranslations.tsx'

type Props = {
  step: DraftStep
  event: Sequence['trigger']['event']
  error(path: string): string | undefined
  onChange(step: DraftStep): void
}

const listVariables = (event: Props['event']): string[] => [
  'customer.firstName',
  'store.name',
  'store.url',
  ...(event.startsWith('loyalty.') ? ['member.tier', 'member.points'] : ['order.number', 'products[0].title']),
  ...(event === 'review.approved' ? ['review.title', 'review.rating'] : []),
]

export function MailFields({ step, event, error, onChange }: Props) {
  const [isShown, setIsShown] = useState(false)
  const previewId = useId()
  const { subject = '', heading, body = '', button } = step
  const setButton = (change: Partial<NonNullable<typeof button>>) => {
    const next = { label: button?.label ?? '', url: button?.url ?? '', ...change }
    onChange({ ...step, button: next.label === '' && next.url === '' ? null : next })
  }
  return (
    <div className="grid gap-4">
      <TextField
        label="Subject"
        dir="auto"
        required
        maxLength={200}
        value={subject}
        error={error('/subject')}
        onChange={({ target }) => onChange({ ...step, subject: target.value })}
      />
      <TextField
        label="Heading"
        hint="Large text at the top. Optional."
        dir="auto"
        maxLength={200}
        value={heading ?? ''}
        error={error('/heading')}
        onChange={({ target }) => onChange({ ...step, heading: target.value || null })}
      />
      <Field
        label="Text"
        hint={
          <>
            Blank lines make paragraphs. To be filled in:{' '}
            {listVariables(event).map((name) => (
              <code key={name} className="mr-2 font-mono text-xs whitespace-nowrap">{`{{ ${name} }}`}</code>
            ))}
          </>
        }
        error={error('/body')}
      >
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            required
            rows={7}
            maxLength={20_000}
            className="control h-auto py-2"
            value={body}
            onChange={({ target }) => onChange({ ...step, body: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Button label"
          hint="Leave blank for no button."
          dir="auto"
          maxLength={200}
          value={button?.label ?? ''}
          error={error('/button/label')}
          onChange={({ target }) => setButton({ label: target.value })}
        />
        <TextField
          label="Where it leads"
          maxLength={2_000}
          spellCheck={false}
          value={button?.url ?? ''}
          error={error('/button/url')}
          onChange={({ target }) => setButton({ url: target.value })}
        />
      </div>
      <MailTranslations step={step} error={error} onChange={onChange} />
      <Button
        size="small"
        className="justify-self-start"
        aria-expanded={isShown}
        aria-controls={previewId}
        onClick={() => setIsShown(!isShown)}
      >
        Preview
        <span className="sr-only">: {subject}</span>
      </Button>
      <div id={previewId} className="min-w-0 empty:hidden">
        {isShown && <MailPreview mail={toMail(step)} />}
      </div>
    </div>
  )
}

const toMail = ({ subject = '', heading = null, body = '', button = null, translations }: DraftStep): SequenceMail => ({
  ...{ subject, heading, body, button },
  ...(translations && { translations }),
})
