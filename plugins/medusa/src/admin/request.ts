/** The cookie has the session of the admin, so it is sent too. */
export async function request<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const response = await fetch(`/admin/evident${path}`, {
    method,
    credentials: 'include',
    headers: body ? { 'content-type': 'application/json' } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.message ?? `The shop answers ${response.status}.`)
  return answer
}
