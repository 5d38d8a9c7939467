// The server renders this form, and the widget renders it in the browser. The file uses h() instead of JSX, so that the
// server can run it.
import { Component, type ComponentChild, createRef, h } from 'preact'
import { fill } from '../../locales/fill.ts'
import type { attributeFields } from './attribute-fields.ts'
import { clearDraft, loadDraft, saveDraft } from './drafts.ts'
import {
  consentField,
  defaultButton,
  describe,
  honeypotField,
  incentiveNote,
  optional,
  problem,
  starsField,
  textField,
  type View,
} from './fields.ts'
import { checkIcon } from './icons.ts'
import {
  type Field,
  type FormProps,
  findProblems,
  formatProblem,
  hasProblems,
  limits,
  minMs,
  noValues,
  type Photo,
  type Problem,
  type Problems,
  type Values,
} from './model.ts'
import { type ListedPhoto, photosField } from './photos.ts'
import type { relationshipField } from './relationship-field.ts'

export type SendResult = { problems: Problems; lost?: number[] } | SubmissionResult
/** `isRepeat`: the review already exists, because another tab sent it or the first response was lost. */
export type SubmissionResult = { needsConfirmation?: boolean; isRepeat?: boolean }

export type Transport = {
  upload(file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<Photo>
  submit(values: Values, photoIds: string[]): Promise<SendResult>
}

type Props = FormProps & {
  transport?: Transport
  onDone?(sent: Values): void
  /** Renders the store's questions. The code is loaded only if the store has questions. */
  attributeFields?: typeof attributeFields | undefined
  /** Loaded only if the store asks for the relationship. If loading fails, the form does not ask. */
  relationshipField?: typeof relationshipField | undefined
}
type State = {
  values: Values
  problems: Problems
  photos: ListedPhoto[]
  /** True if scripts run, so that photos upload immediately and the counter works. */
  isAlive?: boolean
  isSending?: boolean
  wasRestored?: boolean
  done?: SubmissionResult
}

const listed = (photo: Photo): ListedPhoto => ({ key: photo.id, preview: photo.url, photo, percent: 100 })

export class ReviewForm extends Component<Props, State> {
  readonly #root = createRef<HTMLElement>()
  #uploads: Promise<void> = Promise.resolve()
  #files = new Map<string, { file: File; stop: AbortController }>()
  #aliveSince = 0
  #nextKey = 0
  #saving: ReturnType<typeof setTimeout> | undefined
  #unsaved: (() => void) | undefined

  constructor(props: Props) {
    super(props)
    const { initial, typed } = props
    this.state = {
      values: { ...noValues, ...initial?.values, ...typed },
      problems: initial?.problems ?? {},
      photos: (initial?.photos ?? []).map(listed),
    }
  }

  override componentDidMount() {
    this.#aliveSince = Date.now()
    this.setState({ isAlive: true })
    this.#restore()
    // These photos were chosen before the script loaded.
    this.#addFiles(this.#input('photo')?.files)
    if (hasProblems(this.state.problems)) this.#focusProblem()
    // A phone may discard the page without any later event.
    document.addEventListener('visibilitychange', this.#saveNow)
  }

  override componentWillUnmount() {
    document.removeEventListener('visibilitychange', this.#saveNow)
    this.#saveNow()
  }

  #restore() {
    const { draftKey, initial, typed } = this.props
    const draft = draftKey && !initial?.problems && loadDraft(draftKey)
    if (!draft) return
    const { values, photos } = this.state
    // A star that was clicked in the mail is newer than the draft.
    const rating = values.rating || draft.values.rating || 0
    this.setState({
      values: { ...values, ...draft.values, ...typed, rating },
      photos: photos[0] ? photos : draft.photos.map(listed),
      wasRestored: !!(draft.values.body || draft.values.title),
    })
  }

  #find = (selector: string) => this.#root.current?.querySelector<HTMLInputElement>(selector)
  #input = (name: string) => this.#find(`[name="${name}"]`)

  #set = <K extends keyof Values>(name: K, value: Values[K]) => {
    const { values, problems, photos } = this.state
    const next = { ...values, [name]: value }
    // An error disappears as soon as it is fixed. New errors appear only on submit.
    const now = findProblems(next, this.props)
    const left = Object.fromEntries(
      Object.entries(problems).filter(([field]) => field === 'photos' || now[field as Field]),
    )
    this.setState({ values: next, problems: left })
    this.#saveSoon(next, photos)
  }

  #saveSoon(values: Values, photos: ListedPhoto[]) {
    const { draftKey } = this.props
    clearTimeout(this.#saving)
    if (!draftKey) return
    const taken = photos.flatMap(({ photo }) => photo ?? [])
    this.#unsaved = () => saveDraft(draftKey, { values, photos: taken })
    this.#saving = setTimeout(this.#saveNow, 250)
  }

  #saveNow = () => {
    this.#unsaved?.()
    this.#unsaved = undefined
  }

  #addFiles = (files: FileList | null | undefined) => {
    if (!files || !this.props.transport) return
    const chosen = [...files]
    const input = this.#input('photo')
    // The input is cleared, because otherwise a removed file could not be chosen again.
    if (input) input.value = ''
    const room = limits.photos - this.state.photos.length
    let problem: Problem | undefined = chosen.length > room ? 'photoMany' : undefined
    const added: ListedPhoto[] = []
    for (const file of chosen.slice(0, Math.max(0, room))) {
      if (file.size > limits.photoBytes) problem = 'photoSize'
      else {
        const key = `new${++this.#nextKey}`
        this.#files.set(key, { file, stop: new AbortController() })
        added.push({ key, preview: URL.createObjectURL(file), percent: 0 })
      }
    }
    this.#tell('photos', problem)
    this.setState(({ photos }) => ({ photos: [...photos, ...added] }))
    for (const { key } of added) this.#enqueue(key)
  }

  #enqueue(key: string) {
    this.#uploads = this.#uploads.then(() => this.#upload(key))
  }

  async #upload(key: string): Promise<void> {
    const { transport } = this.props
    const waiting = this.#files.get(key)
    if (!waiting || !transport) return
    const progress = (percent: number) => this.#change(key, { percent: Math.min(99, percent) })
    try {
      const photo = await transport.upload(waiting.file, progress, waiting.stop.signal)
      this.#files.delete(key)
      this.#change(key, { photo, percent: 100 })
    } catch (problem) {
      if (!this.#files.has(key)) return
      // An upload that failed because of the network or a rate limit can be retried. A bad file cannot be retried.
      if (problem === 'photoFailed' || problem === 'tooMany') this.#change(key, { isStuck: true })
      else this.#remove(key)
      this.#tell('photos', problem as Problem)
    }
  }

  #retry = (key: string) => {
    this.#change(key, { isStuck: false, percent: 0 })
    this.#tell('photos')
    this.#enqueue(key)
  }

  #change(key: string, change: Partial<ListedPhoto>) {
    this.setState(({ photos, values }) => {
      const next = photos.map((each) => (each.key === key ? { ...each, ...change } : each))
      if (change.photo) this.#saveSoon(values, next)
      return { photos: next }
    })
  }

  #remove = (...keys: string[]) => {
    for (const key of keys) {
      const waiting = this.#files.get(key)
      this.#files.delete(key)
      waiting?.stop.abort()
    }
    this.setState(({ photos, values }) => {
      const next = photos.filter(({ key }) => !keys.includes(key))
      this.#saveSoon(values, next)
      return { photos: next }
    })
  }

  #takeAway = (key: string) => {
    this.#remove(key)
    this.#tell('photos')
    // The focused button was removed with the photo, so the photo input gets the focus.
    this.setState({}, () => this.#input('photo')?.focus())
  }

  #tell(field: Field | 'form', problem?: Problem) {
    this.setState(({ problems: { [field]: _, ...rest } }) => ({
      problems: problem ? { ...rest, [field]: problem } : rest,
    }))
  }

  #submit = async (event: Event) => {
    const { transport } = this.props
    // Without a transport the browser submits the form itself.
    if (!transport) return
    event.preventDefault()
    if (this.state.isSending) return
    const wrong = findProblems(this.state.values, this.props)
    if (hasProblems(wrong)) return this.#fail(wrong)
    this.setState({ isSending: true, problems: {} })
    for (const { key, isStuck } of this.state.photos) if (isStuck) this.#retry(key)
    await new Promise((resolve) => setTimeout(resolve, this.#aliveSince + minMs + 200 - Date.now()))
    await this.#settled()
    // The author may have edited the form during the upload. Only visible values are sent.
    const { values, photos, problems } = this.state
    const late = { ...findProblems(values, this.props), ...problems }
    if (hasProblems(late)) return this.#fail(late)
    const ids = photos.flatMap(({ photo }) => photo?.id ?? [])
    const sent = await transport.submit(values, ids).catch((): SendResult => ({ problems: { form: 'offline' } }))
    if ('problems' in sent) {
      this.#remove(...(sent.lost ?? []).flatMap((i) => photos[i]?.key ?? []))
      return this.#fail(sent.problems)
    }
    clearTimeout(this.#saving)
    this.#unsaved = undefined
    if (this.props.draftKey) clearDraft(this.props.draftKey)
    this.setState({ done: sent, isSending: false }, () => this.#root.current?.focus())
    this.props.onDone?.(values)
  }

  async #settled(): Promise<void> {
    let seen: Promise<void> | undefined
    while (seen !== this.#uploads) {
      seen = this.#uploads
      await seen
    }
  }

  #fail(problems: Problems) {
    this.setState({ problems, isSending: false }, () => this.#focusProblem())
  }

  #focusProblem() {
    const wrong = this.#find(':is(input,textarea)[aria-invalid],[aria-invalid] input')
    ;(wrong ?? this.#find('[role=alert]'))?.focus()
  }

  override render(props: Props, state: State): ComponentChild {
    return state.done ? this.#renderDone(state.done) : this.#renderForm(props, state)
  }

  #renderDone({ needsConfirmation, isRepeat }: SubmissionResult) {
    const { texts, back, after } = this.props
    const email = this.state.values.authorEmail.trim()
    return h(
      'div',
      { class: 'ev-done', role: 'status', tabIndex: -1, ref: this.#root },
      checkIcon(),
      h('p', { class: 'ev-thanks' }, texts.thanks),
      h('p', null, isRepeat ? texts.already : texts.thanksText),
      !isRepeat && after?.map((each) => h('p', null, each)),
      needsConfirmation && h('p', { class: 'ev-confirm' }, fill(texts.thanksConfirm, { email })),
      back && h('a', { class: 'ev-back', href: back.url }, back.text),
    )
  }

  #renderForm(
    { id, texts, action, hidden, needsEmail, storeName, incentive, buyersOnly, asked, transport, ...extras }: Props,
    state: State,
  ) {
    const { values, problems, photos, isAlive, isSending } = state
    const view: View = { id, texts, values, problems, set: this.#set }
    return h(
      'form',
      {
        class: `ev-form${isAlive ? ' ev-alive' : ''}`,
        method: 'post',
        action,
        encType: 'multipart/form-data',
        noValidate: true,
        onSubmit: this.#submit,
        ref: this.#root,
      },
      Object.entries(hidden ?? {}).map(([name, value]) => h('input', { type: 'hidden', name, value, key: name })),
      defaultButton(),
      honeypotField(view),
      this.#renderAlert(),
      buyersOnly && h('p', { class: 'ev-note' }, texts.buyersOnly),
      incentive && incentiveNote(incentive),
      starsField(view),
      asked && extras.attributeFields?.({ h, optional }, view, asked),
      textField(view, 'body', texts.body, { hint: texts.bodyHint, max: limits.body }),
      textField(view, 'title', texts.title, { isOptional: true }),
      extras.asksForPhotos !== false &&
        photosField(view, photos, {
          remove: transport && this.#takeAway,
          retry: this.#retry,
          add: this.#addFiles,
        }),
      textField(view, 'authorName', texts.name, { hint: texts.nameHint, complete: 'given-name' }),
      needsEmail && textField(view, 'authorEmail', texts.email, { hint: texts.emailHint, complete: 'email' }),
      extras.askRelationship && extras.relationshipField?.({ h, describe, problem }, view),
      consentField(view, storeName, extras.privacyUrl),
      h(
        'button',
        { class: 'ev-submit', type: 'submit', 'aria-disabled': isSending || undefined },
        isSending ? texts.sending : texts.submit,
      ),
      h('p', { class: 'ev-unseen', role: 'status' }, isSending ? texts.sending : ''),
    )
  }

  #renderAlert() {
    const { texts } = this.props
    const { problems, values, wasRestored } = this.state
    if (hasProblems(problems)) {
      const sentence = problems.form ? formatProblem(problems.form, texts, values) : texts.check
      return h('div', { class: 'ev-note ev-wrong', role: 'alert', tabIndex: -1 }, sentence)
    }
    return wasRestored && h('div', { class: 'ev-note', role: 'status' }, texts.restored)
  }
}
