import type { SendResult, Transport } from './form.ts'
import {
  type Field,
  hasProblems,
  lengthOf,
  limits,
  type Photo,
  type Problems,
  problemWithPhoto,
  type Values,
} from './model.ts'

type Refusal = { code?: string; details?: { path: string }[] }

/** Timeout of an upload. The service aborts slower uploads too. */
const uploadMs = 240_000
/** A dead connection may never report an error, so the request has a timeout. */
const answerMs = 60_000

export type Endpoint = {
  uploadUrl: string
  submitUrl: string
  headers?: Record<string, string>
  toBody(values: Values, photoIds: string[]): object
  /** Renews an expired form, which is then sent one more time. */
  renew?(): Promise<void>
}

export const transportTo = (endpoint: Endpoint): Transport => ({
  upload: upload.bind(null, endpoint),
  submit: (values, photoIds) => submit(endpoint, values, photoIds),
})

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
function upload(
  { uploadUrl, headers = {} }: Endpoint,
  file: File,
  onProgress: (n: number) => void,
  signal: AbortSignal,
): Promise<Photo> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', uploadUrl)
    request.responseType = 'json'
    request.timeout = uploadMs
    for (const name in headers) request.setRequestHeader(name, headers[name] as string)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / (total || 1)))
    request.onloadend = () => {
      const { status } = request
      // The response is null if its body is not JSON, such as a proxy's error page.
      const { id, thumbUrl, reason } = (request.response ?? {}) as Record<string, string>
      if (id && thumbUrl) resolve({ id, url: thumbUrl })
      else reject(status === 413 ? 'photoSize' : status === 429 ? 'tooMany' : problemWithPhoto(reason))
    }
    signal.onabort = () => request.abort()
    const form = new FormData()
    form.set('file', file)
    request.send(form)
  })
}

async function submit(endpoint: Endpoint, values: Values, photoIds: string[], isSecond = false): Promise<SendResult> {
  const { submitUrl, headers = {} } = endpoint
  const response = await fetch(submitUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(endpoint.toBody(values, photoIds)),
    signal: AbortSignal.timeout(answerMs),
  })
  if (response.ok) {
    const { verification } = (await response.json()) as { verification?: string }
    return { needsConfirmation: verification === 'confirmation_sent' }
  }
  if (response.status === 409) return { isRepeat: true }
  const refusal = (await response.json().catch(() => ({}))) as Refusal
  const places = (refusal.details ?? []).map(({ path }) => path.split('/'))
  const paths = places.map(([, field = '']) => field)
  if (paths.includes('startedAt') && endpoint.renew && !isSecond) {
    await endpoint.renew()
    await new Promise((resolve) => setTimeout(resolve, 3_200))
    return submit(endpoint, values, photoIds, true)
  }
  const lost = places.flatMap(([, field, i]) => (field === 'photoIds' && i ? Number(i) : []))
  return { problems: problemsIn(response.status, refusal.code, paths, values), lost }
}

function problemsIn(status: number, code: string | undefined, paths: string[], values: Values): Problems {
  if (status === 429) return { form: 'tooMany' }
  if (code === 'subscription_expired') return { form: 'closed' }
  if (code === 'buyers_only') return { form: 'buyersOnly' }
  if (status >= 500) return { form: 'offline' }
  const byField: Problems = {
    rating: 'ratingMissing',
    title: 'titleLong',
    body: lengthOf(values.body.trim()) > limits.body ? 'bodyLong' : 'bodyMissing',
    authorName: values.authorName.includes('@') ? 'nameAddress' : 'nameMissing',
    authorEmail: 'emailWrong',
    consent: 'consentMissing',
    photos: 'photoFailed',
  }
  const problems: Problems = {}
  for (const path of paths) {
    const field = (path === 'photoIds' ? 'photos' : path) as Field
    if (byField[field]) problems[field] = byField[field]
  }
  return hasProblems(problems) ? problems : { form: 'refused' }
}
