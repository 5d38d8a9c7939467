// The one review form. The hosted page renders it on the server and then brings it to life; the widget draws it in a shop.
// Written with h() instead of JSX, so that the server runs this very file. It sends nothing itself: a transport does.
import { Component, type ComponentChild, createRef, h } from 'preact'
import { clearDraft, loadDraft, saveDraft } from './drafts.ts'
import { tick } from './drawings.ts'
import { consentField, defaultButton, starsField, textField, trap, type View } from './fields.ts'
import {
  type Field,
  type FormProps,
  fields,
  fill,
  hasProblems,
  leastMs,
  limits,
  noValues,
  type Photo,
  type Problem,
  type Problems,
  problemsOf,
  sentenceOf,
  type Values,
} from './model.ts'
import { type Listed, photosField } from './photos.ts'

export type Sent = { problems: Problems } | { needsConfirmation: boolean }

export type Transport = {
  /** Rejects with the `Problem` that the shopper is told. */
  upload(file: File, onProgress: (percent: number) => void): Promise<Photo>
  submit(values: Values, photoIds: string[]): Promise<Sent>
}

type Props = FormProps & { transport?: Transport; onDone?(sent: Values): void }
type State = {
  values: Values
  problems: Problems
  photos: Listed[]
  /** Scripts run: photos are uploaded at once, the counter counts. */
  isAlive: boolean
  isSending: boolean
  wasRestored: boolean
  done?: { needsConfirmation: boolean }
}

const listed = (photo: Photo): Listed => ({ key: photo.id, preview: photo.url, photo, percent: 100 })

export class ReviewForm extends Component<Props, State> {
  private readonly root = createRef<HTMLElement>()
  private uploads: Promise<void> = Promise.resolve()
  private aliveSince = 0
  private nextKey = 0
  private saving: ReturnType<typeof setTimeout> | undefined

  constructor(props: Props) {
    super(props)
    const { initial } = props
    this.state = {
      values: { ...noValues, ...initial?.values },
      problems: initial?.problems ?? {},
      photos: (initial?.photos ?? []).map(listed),
      isAlive: false,
      isSending: false,
      wasRestored: false,
    }
  }

  override componentDidMount() {
    this.aliveSince = Date.now()
    this.setState({ isAlive: true })
    this.restore()
    // Chosen before the script was there.
    this.addFiles(this.input('photo')?.files)
    if (hasProblems(this.state.problems)) this.focusProblem(this.state.problems)
  }

  private restore() {
    const { draftKey, initial } = this.props
    const draft = draftKey && !initial?.problems && loadDraft(draftKey)
    if (!draft) return
    const { values, photos } = this.state
    // A star clicked in the mail a moment ago is newer than the draft.
    const rating = values.rating || draft.values.rating || 0
    this.setState({
      values: { ...values, ...draft.values, rating },
      photos: photos.length > 0 ? photos : draft.photos.map(listed),
      wasRestored: Boolean(draft.values.body || draft.values.title),
    })
  }

  private find = (selector: string) => this.root.current?.querySelector<HTMLInputElement>(selector)
  private input = (name: string) => this.find(`[name="${name}"]`)

  private set = <K extends keyof Values>(name: K, value: Values[K]) => {
    const { values, problems, photos } = this.state
    const next = { ...values, [name]: value }
    // A mark goes as soon as its cause has gone; new ones appear only when the form is sent.
    const now = problemsOf(next, this.props)
    const left = Object.fromEntries(
      Object.entries(problems).filter(([field]) => field === 'photos' || now[field as Field]),
    )
    this.setState({ values: next, problems: left })
    this.saveSoon(next, photos)
  }

  private saveSoon(values: Values, photos: Listed[]) {
    const { draftKey } = this.props
    clearTimeout(this.saving)
    if (!draftKey) return
    const taken = photos.flatMap(({ photo }) => photo ?? [])
    this.saving = setTimeout(() => saveDraft(draftKey, { values, photos: taken }), 250)
  }

  private addFiles = (files: FileList | null | undefined) => {
    const { transport } = this.props
    if (!files || !transport) return
    const chosen = [...files]
    const input = this.input('photo')
    // Otherwise the same file could not be chosen again after it was removed.
    if (input) input.value = ''
    const room = limits.photos - this.state.photos.length
    let problem: Problem | undefined = chosen.length > room ? 'photoMany' : undefined
    const added: (Listed & { file: File })[] = []
    for (const file of chosen.slice(0, Math.max(0, room))) {
      if (file.size > limits.photoBytes) problem = 'photoSize'
      else added.push({ key: `new${++this.nextKey}`, preview: URL.createObjectURL(file), percent: 0, file })
    }
    this.tell('photos', problem)
    if (added.length === 0) return
    this.setState(({ photos }) => ({ photos: [...photos, ...added.map(({ file: _, ...each }) => each)] }))
    for (const { key, file } of added) this.uploads = this.uploads.then(() => this.upload(key, file, transport))
  }

  private async upload(key: string, file: File, transport: Transport): Promise<void> {
    try {
      const photo = await transport.upload(file, (percent) => this.change(key, { percent: Math.min(99, percent) }))
      this.change(key, { photo, percent: 100 })
    } catch (problem) {
      this.remove(key)
      this.tell('photos', typeof problem === 'string' ? (problem as Problem) : 'photoFailed')
    }
  }

  private change(key: string, change: Partial<Listed>) {
    this.setState(({ photos, values }) => {
      const next = photos.map((each) => (each.key === key ? { ...each, ...change } : each))
      if (change.photo) this.saveSoon(values, next)
      return { photos: next }
    })
  }

  private remove = (key: string) => {
    this.setState(({ photos, values }) => {
      const next = photos.filter((each) => each.key !== key)
      this.saveSoon(values, next)
      return { photos: next }
    })
  }

  private tell(field: Field | 'form', problem: Problem | undefined) {
    this.setState(({ problems: { [field]: _, ...rest } }) => ({
      problems: problem ? { ...rest, [field]: problem } : rest,
    }))
  }

  private submit = async (event: Event) => {
    const { transport } = this.props
    // Without a transport the browser sends the form itself.
    if (!transport) return
    event.preventDefault()
    if (this.state.isSending) return
    const { values } = this.state
    const problems = problemsOf(values, this.props)
    if (hasProblems(problems)) return this.fail(problems)
    this.setState({ isSending: true, problems: {} })
    await this.uploads
    await new Promise((resolve) => setTimeout(resolve, this.aliveSince + leastMs + 200 - Date.now()))
    // A photo that failed meanwhile is told of before anything is sent without it.
    if (this.state.problems.photos) return this.fail(this.state.problems)
    const ids = this.state.photos.flatMap(({ photo }) => photo?.id ?? [])
    const sent = await transport.submit(values, ids).catch((): Sent => ({ problems: { form: 'offline' } }))
    if ('problems' in sent) return this.fail(sent.problems)
    clearTimeout(this.saving)
    if (this.props.draftKey) clearDraft(this.props.draftKey)
    this.setState({ done: sent, isSending: false }, () => this.root.current?.focus())
    this.props.onDone?.(values)
  }

  private fail(problems: Problems) {
    this.setState({ problems, isSending: false }, () => this.focusProblem(problems))
  }

  private focusProblem(problems: Problems) {
    const first = fields.find((field) => problems[field])
    const target = first ? this.input(first === 'photos' ? 'photo' : first) : this.find('[role=alert]')
    target?.focus()
  }

  override render(props: Props, state: State): ComponentChild {
    return state.done ? this.renderDone(state.done) : this.renderForm(props, state)
  }

  private renderDone({ needsConfirmation }: { needsConfirmation: boolean }) {
    const { texts } = this.props
    const email = this.state.values.authorEmail.trim()
    return h(
      'div',
      { class: 'ev-done', role: 'status', tabIndex: -1, ref: this.root },
      tick(),
      h('p', { class: 'ev-thanks' }, texts.thanks),
      h('p', null, texts.thanksText),
      needsConfirmation && h('p', { class: 'ev-confirm' }, fill(texts.thanksConfirm, { email })),
    )
  }

  private renderForm({ id, texts, action, hidden, needsEmail, storeName, transport }: Props, state: State) {
    const { values, problems, photos, isAlive, isSending } = state
    const view: View = { id, texts, values, problems, set: this.set }
    return h(
      'form',
      {
        class: `ev-form${isAlive ? ' ev-alive' : ''}`,
        method: 'post',
        action,
        encType: 'multipart/form-data',
        noValidate: true,
        onSubmit: this.submit,
        ref: this.root,
      },
      Object.entries(hidden ?? {}).map(([name, value]) => h('input', { type: 'hidden', name, value, key: name })),
      defaultButton(),
      trap(view),
      this.renderAlert(),
      starsField(view),
      textField(view, 'title', texts.title, { isOptional: true }),
      textField(view, 'body', texts.body, { hint: texts.bodyHint, max: limits.body }),
      photosField(view, photos, { add: this.addFiles, ...(transport && { remove: this.remove }) }),
      textField(view, 'authorName', texts.name, { hint: texts.nameHint, complete: 'given-name' }),
      needsEmail && textField(view, 'authorEmail', texts.email, { hint: texts.emailHint, complete: 'email' }),
      consentField(view, storeName),
      h(
        'button',
        { class: 'ev-submit', type: 'submit', 'aria-disabled': isSending || undefined },
        isSending ? texts.sending : texts.submit,
      ),
      h('p', { class: 'ev-unseen', id: `${id}-status`, role: 'status' }, isSending ? texts.sending : ''),
    )
  }

  private renderAlert() {
    const { texts } = this.props
    const { problems, values, wasRestored } = this.state
    const sentence = problems.form ? sentenceOf(problems.form, texts, values) : texts.check
    const isWrong = hasProblems(problems)
    if (!isWrong && !wasRestored) return null
    return h(
      'div',
      {
        class: isWrong ? 'ev-note ev-wrong' : 'ev-note',
        role: isWrong ? 'alert' : 'status',
        tabIndex: -1,
      },
      isWrong ? sentence : texts.restored,
    )
  }
}
