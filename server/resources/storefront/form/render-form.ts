// Renders the one form on the server: the very file that browsers get. Loaded when the first page is asked for.
import type { FormProps } from '../../../../widgets/review-form/model.ts'

/** Named this way because the form's file speaks of a browser's types, which the server's program does not know. */
const formFile = new URL('../../../../widgets/review-form/form.ts', import.meta.url).href

let loaded: Promise<(props: FormProps) => string> | undefined

export async function renderForm(props: FormProps): Promise<string> {
  loaded ??= load()
  return (await loaded)(props)
}

async function load(): Promise<(props: FormProps) => string> {
  const [{ h }, { renderToString }, { ReviewForm }] = await Promise.all([
    import('preact'),
    import('preact-render-to-string'),
    import(formFile) as Promise<{ ReviewForm: never }>,
  ])
  return (props) => renderToString(h(ReviewForm, props as never))
}
