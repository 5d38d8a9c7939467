// The forms that send the operations of a reference page. Keys stay in this page's memory, and the copied command reads the
// key from a variable.

/** Credentials, typed once for all forms of the page. */
const typed = { key: '', store: '' }
const shared = { key: [], store: [] }

/** Longer responses are truncated. */
const longestShown = 100_000
const longestWaitMs = 60_000

let forms
let session

export async function makeForm(place) {
  if (place.querySelector('form')) return
  forms ??= readForms()
  session ??= readSession()
  const { id } = place.closest('.call').querySelector('h2')
  const [calls, person] = await Promise.all([forms, session])
  if (place.querySelector('form')) return
  place.append(formOf(calls[id], id, person))
}

async function readForms() {
  try {
    const response = await fetch(`${location.pathname.replace(/\/$/, '')}.forms.json`)
    if (!response.ok) throw new Error(`The forms could not be loaded: status ${response.status}.`)
    return await response.json()
  } catch (error) {
    forms = undefined
    throw error
  }
}

/** Returns this browser's session. The form starts with the store that was open last. */
async function readSession() {
  try {
    const read = async (path) => (await fetch(`/api/v1${path}`)).json()
    const current = await read('/auth/get-session')
    if (!current) return undefined
    const { data: stores } = await read('/account/stores?limit=100')
    const last = lastStore()
    typed.store = (stores.find(({ id }) => id === last) ?? stores[0])?.id ?? ''
    return { email: current.user.email, stores }
  } catch {
    return undefined
  }
}

function lastStore() {
  try {
    return localStorage.getItem('evident.store')
  } catch {
    return null
  }
}

function formOf(call, id, person) {
  const answer = element('div', { className: 'answer', role: 'status' })
  const button = element('button', { className: 'button', type: 'submit' }, `Send ${call.method}`)
  const copy = element('button', { className: 'button quiet', type: 'button' }, 'Copy as curl')
  const fields = call.fields.map((field) => [field, fieldOf(field)])
  const body = call.body && bodyFieldOf(call.body)
  const sender = senderOf(call, id, person)
  const form = element('form', { noValidate: true, autocomplete: 'off' }, [
    ...sender.shown,
    ...fields.map(([{ name, hint }, input]) => labelled(name, input, hint)),
    ...(body ? [labelled('Body', body, call.body.type)] : []),
    ...(call.method === 'GET' ? [] : [element('p', { className: 'note' }, 'Changes real data.')]),
    element('p', { className: 'doors' }, [button, copy]),
    answer,
  ])
  const request = () => requestOf(call, fields, body, sender)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaDisabled === 'true') return
    const wrong = problemIn(fields, body, call)
    if (wrong) {
      wrong.field.focus()
      show(answer, [element('p', { className: 'wrong' }, wrong.text)])
      return
    }
    button.ariaDisabled = 'true'
    show(answer, [element('p', {}, 'Sending …')])
    const sent = request()
    const curl = element('details', {}, [element('summary', {}, 'As curl'), code('Command', curlOf(sent))])
    show(answer, [...(await send(sent)), curl])
    button.ariaDisabled = 'false'
  })
  copy.addEventListener('click', async () => {
    const text = curlOf(request())
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return show(answer, [code('Command', text)])
    }
    copy.textContent = 'Copied'
    setTimeout(() => {
      copy.textContent = 'Copy as curl'
    }, 1500)
  })
  return form
}

/** Fields for credentials: the session of the admin application, or a key. Some operations need none. */
function senderOf({ takes }, id, person) {
  const who = person ? `Your session, ${person.email}` : 'The session of this browser'
  const ways = [
    ...(takes.includes('session') && person ? [['session', who]] : []),
    ...(takes.includes('apiKey') ? [['key', 'A key']] : []),
    ...(takes.includes('session') && !person ? [['session', who]] : []),
  ]
  const key = element('input', { type: 'text', className: 'secret', spellcheck: false, placeholder: 'evnt_…' })
  const store = person?.stores.length
    ? selectOf(person.stores.map(({ id: value, name }) => [value, `${name} (…${value.slice(-4)})`]))
    : element('input', { type: 'text', spellcheck: false })
  share('key', key)
  share('store', store)
  store.className = 'store'
  const radios = ways.map(([value], at) =>
    element('input', { type: 'radio', name: `${id} sender`, value, checked: at === 0 }),
  )
  const keyField = labelled('API key', key, 'Forgotten when you leave this page.')
  const chosen = () => radios.find((radio) => radio.checked)?.value
  const choice = element('fieldset', {}, [
    element('legend', {}, 'Send with'),
    ...ways.map(([, text], at) => element('label', { className: 'choice' }, [radios[at], text])),
  ])
  const signIn = element('p', { className: 'note' }, [
    element('a', { href: '/admin' }, 'Sign in to the admin application'),
    ', then reload this page.',
  ])
  const follow = () => {
    keyField.hidden = chosen() !== 'key'
    signIn.hidden = chosen() !== 'session' || person !== undefined
  }
  choice.addEventListener('change', follow)
  follow()
  return {
    shown: [
      ...(ways.length > 0 ? [choice, signIn] : []),
      ...(takes.includes('apiKey') ? [keyField] : []),
      ...(takes.includes('store') ? [labelled('x-store-env-id', store, 'Id of the store.')] : []),
    ],
    withKey: () => chosen() === 'key',
    withSession: () => chosen() === 'session',
    key: () => key.value.trim(),
    store: () => (takes.includes('store') ? store.value.trim() : ''),
  }
}

function share(name, input) {
  input.value = typed[name]
  shared[name].push(input)
  input.addEventListener('input', () => {
    typed[name] = input.value
    for (const other of shared[name]) if (other !== input) other.value = input.value
  })
}

function fieldOf({ name, required, choices, several, example }) {
  if (several) return checkboxesOf(name, several)
  if (!choices)
    return element('input', {
      type: 'text',
      spellcheck: false,
      ...(required ? { value: example } : { placeholder: example }),
    })
  const select = selectOf(choices)
  if (required) select.value = example
  return select
}

/** Builds a group of checkboxes. Its value lists the checked values, separated by commas. */
function checkboxesOf(name, values) {
  const boxes = values.map((value) => element('input', { type: 'checkbox', value }))
  const inside = boxes.map((box) => element('label', { className: 'choice' }, [box, box.value]))
  const group = element('fieldset', {}, [element('legend', { className: 'name' }, name), ...inside])
  const value = () => boxes.flatMap((box) => (box.checked ? box.value : [])).join()
  return Object.defineProperty(group, 'value', { get: value })
}

const selectOf = (options) =>
  element(
    'select',
    {},
    options.map(([value, text]) => element('option', { value }, text)),
  )

function bodyFieldOf({ isFile, example }) {
  if (isFile) return element('input', { type: 'file' })
  return element('textarea', { value: example, spellcheck: false, rows: Math.min(18, example.split('\n').length + 1) })
}

function problemIn(fields, body, call) {
  for (const [{ name, required }, input] of fields)
    if (required && input.value.trim() === '') return { field: input, text: `Fill in ${name}.` }
  if (!body || call.body.isFile) return undefined
  try {
    JSON.parse(body.value)
    return undefined
  } catch (error) {
    return { field: body, text: `The body is not valid JSON: ${error.message}` }
  }
}

function requestOf({ method, path, body: { type, isFile } = {} }, fields, body, sender) {
  const textOf = (input) => input.value.trim()
  const given = fields.filter(([, input]) => textOf(input) !== '')
  const of = (where) => given.filter(([field]) => field.in === where).map(([{ name }, input]) => [name, textOf(input)])
  const values = new Map(of('path'))
  const query = new URLSearchParams(of('query')).toString()
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values.get(name) ?? ''))
  const headers = [
    ...of('header'),
    ...(sender.withKey() && sender.key() ? [['Authorization', `Bearer ${sender.key()}`]] : []),
    ...(sender.store() ? [['x-store-env-id', sender.store()]] : []),
    ...(body ? [['Content-Type', type]] : []),
  ]
  return {
    method,
    url: `${location.origin}/api/v1${address}${query ? `?${query}` : ''}`,
    headers,
    body: body && (isFile ? body.files[0] : body.value),
    credentials: sender.withSession() ? 'same-origin' : 'omit',
  }
}

/** Sends the call, and returns elements with the response's status, headers and body. */
async function send({ method, url, headers, body, credentials }) {
  const startedAt = performance.now()
  try {
    const signal = AbortSignal.timeout(longestWaitMs)
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials,
      signal,
      redirect: 'manual',
      cache: 'no-store',
    })
    const bytes = await response.blob()
    const tookMs = Math.round(performance.now() - startedAt)
    const status =
      response.type === 'opaqueredirect' ? 'A redirect' : `${response.status} ${response.statusText}`.trim()
    const listed = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    return [
      element('p', {}, [
        element('strong', { className: response.ok ? 'right' : 'wrong' }, status),
        ` in ${tookMs} ms, ${bytes.size.toLocaleString('en')} bytes`,
      ]),
      element('details', {}, [element('summary', {}, 'Headers of the response'), code('Headers', listed)]),
      ...(bytes.size > 0 ? [await shownBody(bytes)] : []),
    ]
  } catch (error) {
    const text =
      error.name === 'TimeoutError'
        ? 'No response within a minute.'
        : 'The service could not be reached, or a header is invalid.'
    return [element('p', { className: 'wrong' }, text)]
  }
}

async function shownBody(bytes) {
  if (!/json|^text\/|xml|javascript/.test(bytes.type)) {
    const link = element('a', { href: URL.createObjectURL(bytes), download: 'answer' }, `Save the file (${bytes.type})`)
    return element('p', {}, [link])
  }
  const whole = indented(await bytes.text())
  const rest = whole.length - longestShown
  return code('Body', rest > 0 ? `${whole.slice(0, longestShown)}\n… (${rest} more characters)` : whole)
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Reads the key from the shell's environment, because commands end up in histories. */
function curlOf({ method, url, headers, body, credentials }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  const header = ([name, value]) =>
    name === 'Authorization' ? '-H "Authorization: Bearer $KEY"' : `-H ${quoted(`${name}: ${value}`)}`
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map(header),
    ...(credentials === 'same-origin'
      ? ['-H "Cookie: $COOKIE"', ...(method === 'GET' ? [] : [`-H ${quoted(`Origin: ${location.origin}`)}`])]
      : []),
    ...(typeof body === 'string' ? [`-d ${quoted(body)}`] : body ? [`--data-binary ${quoted(`@${body.name}`)}`] : []),
  ].join(' \\\n  ')
}

function code(label, text) {
  return element('div', { className: 'code' }, [
    element('pre', { className: 'tall', tabIndex: 0, ariaLabel: label, role: 'region' }, [element('code', {}, text)]),
  ])
}

let hintsMade = 0

function labelled(name, input, hint) {
  const isGroup = input.localName === 'fieldset'
  const label = isGroup ? input : element('label', {}, [element('span', { className: 'name' }, name), input])
  if (!hint) return label
  const parts = hint.split('`').map((text, at) => (at % 2 ? element('code', {}, text) : text))
  const note = element('small', { id: `hint-${++hintsMade}` }, parts)
  input.setAttribute('aria-describedby', note.id)
  return element('div', { className: 'field' }, [label, note])
}

function show(place, inside) {
  place.replaceChildren(...inside)
}

/** Adds text only as text nodes, because responses may contain markup. */
function element(name, properties, inside = []) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...[inside].flat())
  return made
}
