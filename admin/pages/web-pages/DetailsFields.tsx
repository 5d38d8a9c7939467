import type { WebPageKind } from '../../api/content/web-pages.ts'
import { Switch } from '../../components/forms/Choice.tsx'
import { Field, SelectField, TextField } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import type { Draft } from './draft.ts'
import { kindNames, slugPattern } from './names.ts'

type Props = { draft: Draft; error(path: string): string | undefined; onChange(change: Partial<Draft>): void }

export function DetailsFields({ draft, error, onChange }: Props) {
  return (
    <>
      <TextField
        label="Title"
        hint="The heading of the page, and its title in search results."
        dir="auto"
        required
        maxLength={150}
        value={draft.title}
        error={error('/title')}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field
        label="Description"
        hint="Text that search engines may show below the title."
        error={error('/description')}
      >
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            maxLength={300}
            className="control h-auto py-2"
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <TextField
        label="Address"
        hint="The page moves when you save. The old address redirects to the new one."
        required
        maxLength={80}
        pattern={slugPattern}
        title="Small letters a-z, digits and single hyphens"
        spellCheck={false}
        autoCapitalize="none"
        value={draft.slug}
        error={error('/slug')}
        onChange={(event) => onChange({ slug: event.target.value })}
      />
      <SelectField
        label="About"
        hint="A page of questions tells search engines which questions it answers."
        value={draft.kind}
        onChange={(event) => onChange({ kind: event.target.value as WebPageKind })}
      >
        <Options names={kindNames} />
      </SelectField>
      <TextField
        label="Address in your shop"
        hint="If your shop shows this page itself, search engines list that address."
        type="url"
        maxLength={2000}
        placeholder="https://shop.example.com/pages/reviews"
        value={draft.canonicalUrl}
        error={error('/canonicalUrl')}
        onChange={(event) => onChange({ canonicalUrl: event.target.value })}
      />
      <Switch label="Hidden from search engines" isOn={draft.noindex} onChange={(noindex) => onChange({ noindex })} />
    </>
  )
}
