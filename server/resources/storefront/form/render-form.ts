// Renders the one form on the server: the very file that browsers get. Loaded when the first page is asked for.
import type { ComponentChild, VNode } from 'preact'
import type { FormProps } from '#widgets/review-form/model.ts'

/** The form of the page to which the fields of several products belong until scripts run, and which product these are of. */
export type Together = { form: string; action: string; productId: string }

type Props = FormProps & { together?: Together | undefined }
type FormClass = new (props: Props) => { render(props: Props, state: object): ComponentChild }

/** Named this way because the form's files speak of a browser's types, which the server's program does not know. */
const fileOf = (name: string) => new URL(`../../../../widgets/review-form/${name}.ts`, import.meta.url).href

let loaded: Promise<(props: Props) => string> | undefined

export async function renderForm(props: FormProps, together?: Together): Promise<string> {
  loaded ??= load()
  return (await loaded)({ ...props, together })
}

async function load(): Promise<(props: Props) => string> {
  const [{ h }, { renderToString }, { ReviewForm }, { attributeFields }] = await Promise.all([
    import('preact'),
    import('preact-render-to-string'),
    import(fileOf('form')) as Promise<{ ReviewForm: FormClass }>,
    import(fileOf('attribute-fields')) as Promise<{ attributeFields: unknown }>,
  ])
  // Here and not in the form itself: browsers, which get that file, never need it.
  class RenderedForm extends ReviewForm {
    override render(props: Props, state: object) {
      const drawn = super.render(props, state)
      if (props.together) join(drawn, props.together)
      return drawn
    }
  }
  return (props) => renderToString(h(RenderedForm as never, { ...props, attributeFields } as Props))
}

/** The page's script takes the fields back: it removes `form`, and of the names what stands before the dot. */
function join(node: unknown, together: Together): void {
  if (Array.isArray(node)) for (const each of node) join(each, together)
  else if (isNode(node)) {
    const { type, props } = node
    const isButton = type === 'button' && props.type === 'submit'
    if (isButton) Object.assign(props, { formaction: together.action })
    if (props.name) Object.assign(props, { form: together.form, name: `${together.productId}.${props.name}` })
    else if (isButton) Object.assign(props, { form: together.form, name: 'productId', value: together.productId })
    join(props.children, together)
  }
}

const isNode = (node: unknown): node is VNode<Record<string, unknown>> =>
  typeof node === 'object' && node !== null && 'props' in node
