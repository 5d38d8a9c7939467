// Uses Node, because the image has no curl.
const url = `http://127.0.0.1:${process.env.PORT || 8080}/api/v1/health`
const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(({ cause, message }) => ({
  ok: false,
  status: cause?.code ?? message,
}))
if (!answer.ok) process.stderr.write(`${url}: ${answer.status}\n`)
process.exit(answer.ok ? 0 : 1)
