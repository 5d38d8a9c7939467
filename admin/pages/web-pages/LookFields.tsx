import { Field, TextField } from '../../components/forms/Field.tsx'

const colors = {
  '--evident-accent': ['Buttons and links', '#1d4ed8'],
  '--evident-star': ['Stars', '#b45309'],
  '--evident-text': ['Text colour', '#1d1f1c'],
  '--evident-background': ['Background', '#fdfdfb'],
  '--evident-surface': ['Surfaces', '#f3f3ee'],
  '--evident-border': ['Lines', '#dcdcd4'],
} as const

type Props = {
  variables: Record<string, string>
  error(path: string): string | undefined
  onChange(variables: Record<string, string>): void
}

/** Variables that have a form field. Variables set through the API are preserved. */
export function LookFields({ variables, error, onChange }: Props) {
  const set = (name: string, value: string) => {
    const { [name]: _, ...rest } = variables
    onChange(value.trim() === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <>
      <p className="text-sm text-quiet">
        Leave blank for our light and dark colors. If you choose a text or background color, light and dark look the
        same.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {Object.entries(colors).map(([name, [label, usual]]) => (
          <ColorField
            key={name}
            label={label}
            usual={usual}
            value={variables[name] ?? ''}
            error={error(`/variables/${name}`)}
            onChange={(value) => set(name, value)}
          />
        ))}
        <TextField
          label="Corners"
          hint="Such as 0, 10px or 1rem."
          maxLength={200}
          spellCheck={false}
          placeholder="10px"
          value={variables['--evident-radius'] ?? ''}
          error={error('/variables/--evident-radius')}
          onChange={(event) => set('--evident-radius', event.target.value)}
        />
        <TextField
          label="Fonts"
          hint="Fonts that visitors have, such as Georgia, serif."
          maxLength={200}
          spellCheck={false}
          placeholder="system-ui"
          value={variables['--evident-font'] ?? ''}
          error={error('/variables/--evident-font')}
          onChange={(event) => set('--evident-font', event.target.value)}
        />
      </div>
    </>
  )
}

type ColorProps = {
  label: string
  usual: string
  value: string
  error: string | undefined
  onChange(value: string): void
}

function ColorField({ label, usual, value, error, onChange }: ColorProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`${label}: pick a colour`}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : usual}
            onChange={(event) => onChange(event.target.value)}
            className="h-10 w-12 shrink-0 rounded-lg border border-line-strong bg-surface p-1"
          />
          <input
            {...control}
            maxLength={200}
            spellCheck={false}
            placeholder={usual}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="control min-w-0 font-mono text-sm"
          />
        </span>
      )}
    </Field>
  )
}
