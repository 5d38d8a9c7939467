// The two calls of the form, and what their refusals are to a shopper.
import type { Sent, Transport } from './form.ts'
import { limits, type Photo, type Problem, type Problems, type Values } from './model.ts'

type Refusal = { code?: string; details?: { path: string }[] }

export type Endpoint = {
  uploadUrl: string
  submitUrl: string
  headers?: Record<string, string>
  /** The body as this endpoint takes it. */
  bodyOf(values: Values, photoIds: string[]): object
  /** Gets a fresh form when the old one has been open for too long; it is then sent once more. */
  renew?(): Promise<void>
}

export const transportTo = (endpoint: Endpoint): Transport => ({
  upload: (file, onProgress) => upload(endpoint, file, onProgress),
  submit: (values, photoIds) => submit(endpoint, values, photoIds),
})

/** Not fetch, which tells nothing of an upload's progress. */
function upload({ uploadUrl, headers = {} }: Endpoint, file: File, onProgress: (n: number) => void): Promise<Photo> {
  const { promise, resolve, reject } = withResolvers<Photo>()
  const request = new XMLHttpRequest()
  request.open('POST', uploadUrl)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / (total || 1)))
  request.onerror = request.onabort = () => reject('photoFailed' satisfies Problem)
  request.onload = () => {
    if (request.status !== 201) return reject(uploadProblem(request.status))
    const { id, url } = JSON.parse(request.responseText) as Photo
    resolve({ id, url })
  }
  const form = new FormData()
  form.set('file', file)
  request.send(form)
  return promise
}

// Promise.withResolvers is younger than browsers people still use.
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

function uploadProblem(status: number): Problem {
  if (status === 413) return 'photoSize'
  if (status === 400 || status === 415 || status === 422) return 'photoType'
  return status === 429 ? 'tooMany' : 'photoFailed'
}

async function submit(endpoint: Endpoint, values: Values, photoIds: string[], isSecond = false): Promise<Sent> {
  const { submitUrl, headers = {} } = endpoint
  const response = await fetch(submitUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(endpoint.bodyOf(values, photoIds)),
  })
  if (response.ok) {
    const { verification } = (await response.json()) as { verification?: string }
    return { needsConfirmation: verification === 'confirmation_sent' }
  }
  const refusal = (await response.json().catch(() => ({}))) as Refusal
  const paths = (refusal.details ?? []).map(({ path }) => path.split('/')[1] ?? '')
  if (paths.includes('startedAt') && endpoint.renew && !isSecond) {
    await endpoint.renew()
    await new Promise((resolve) => setTimeout(resolve, 3_200))
    return submit(endpoint, values, photoIds, true)
  }
  return { problems: problemsIn(response.status, refusal.code, paths, values) }
}

function problemsIn(status: number, code: string | undefined, paths: string[], values: Values): Problems {
  if (status === 409) return { form: 'already' }
  if (status === 429) return { form: 'tooMany' }
  if (code === 'subscription_expired') return { form: 'closed' }
  if (status >= 500) return { form: 'offline' }
  const byField: Record<string, Problems> = {
    rating: { rating: 'ratingMissing' },
    title: { title: 'titleLong' },
    body: { body: values.body.length > limits.body ? 'bodyLong' : 'bodyMissing' },
    authorName: { authorName: values.authorName.includes('@') ? 'nameAddress' : 'nameMissing' },
    authorEmail: { authorEmail: 'emailWrong' },
    consent: { consent: 'consentMissing' },
    photoIds: { photos: 'photoFailed' },
  }
  const problems = Object.assign({}, ...paths.map((path) => byField[path])) as Problems
  return Object.keys(problems).length > 0 ? problems : { form: 'refused' }
}
