import type { ComponentChild, VNode } from 'preact'
import type { FormProps } from '#widgets/review-form/model.ts'

/**
 * `form` is the id of the HTML form that has all products' fields until the page's script runs. `productId` is the product
 * of the fields that are rendered.
 */
export type Together = { form: string; action: string; productId: string }

type Props = FormProps & { together?: Together | undefined }
type FormClass = new (props: Props) => { render(props: Props, state: object): ComponentChild }

/**
 * The file name is computed, because the form's files use browser types that the server's TypeScript program does not have.
 */
const buildFileUrl = (name: string) => new URL(`../../../../widgets/review-form/${name}.ts`, import.meta.url).href

let loaded: Promise<(props: Props) => string> | undefined

export async function renderForm(props: FormProps, together?: Together): Promise<string> {
  loaded ??= load()
  return (await loaded)({ ...props, together })
}

async function load(): Promise<(props: Props) => string> {
  const [{ h }, { renderToString }, { ReviewForm }, { attributeFields }, { relationshipField }] = await Promise.all([
    import('preact'),
    import('preact-render-to-string'),
    import(buildFileUrl('form')) as Promise<{ ReviewForm: FormClass }>,
    import(buildFileUrl('attribute-fields')) as Promise<{ attributeFields: unknown }>,
    import(buildFileUrl('relationship-field')) as Promise<{ relationshipField: unknown }>,
  ])
  // The subclass is defined here, because browsers load the form's file and never need the subclass.
  class RenderedForm extends ReviewForm {
    override render(props: Props, state: object) {
      const drawn = super.render(props, state)
      if (props.together) join(drawn, props.together)
      return drawn
    }
  }
  return (props) => renderToString(h(RenderedForm as never, { ...props, attributeFields, relationshipField } as Props))
}

/**
 * Assigns one product's fields to the shared form. The page's script reverts this: it removes `form` and the prefix of
 * names.
 */
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
