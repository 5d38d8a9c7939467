import { useEffect, useState } from 'react'
import { useTexts } from './texts'

/** Sends cookies too, because one of them contains the session of the admin. */
export async function request<T>(
  language: string,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<T> {
  const response = await fetch(`/admin/evident${path}?lang=${language}`, {
    method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.message ?? `The shop answers ${response.status}.`)
  return answer
}

export function useAnswer<T>(path: string) {
  const [answer, setAnswer] = useState<T>()
  const [error, setError] = useState('')
  const { language } = useTexts()
  const load = () => request<T>(language, path).then(setAnswer, (refusal: Error) => setError(refusal.message))
  useEffect(() => void load(), [path, language])
  return { answer, error, setError, load }
}
