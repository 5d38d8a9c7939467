import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

const deploy = join(import.meta.dirname, '../../deploy')
let service: TestService
let shop: Shop
let folder: string
let servicePort: number
const children: ChildProcess[] = []
before(async () => {
  service = await startService()
  shop = await service.shop()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  servicePort = (service.app.server.address() as { port: number }).port
  folder = mkdtempSync(join(tmpdir(), 'proxies-'))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  })
})
after(async () => {
  for (const child of children) child.kill()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(program: string, args: string[]) {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  children.push(child)
}

/** Uses the file unchanged, except for this test's port, certificate and service. */
async function startNginx(program: string): Promise<number> {
  const [plain, secure] = [await freePort(), await freePort()]
  const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${folder}/key.pem;`)
    .replace('127.0.0.1:8080', `127.0.0.1:${servicePort}`)
  const main = join(folder, 'nginx.conf')
  const logs = `error_log ${folder}/error.log; pid ${folder}/nginx.pid; daemon off;`
  writeFileSync(main, `${logs} events {} http { access_log off; client_body_temp_path ${folder}/body; ${site} }`)
  execFileSync(program, ['-t', '-c', main], { stdio: 'ignore' })
  start(program, ['-c', main])
  return secure
}

async function startCaddy(program: string): Promise<number> {
  const port = await freePort()
  const site = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
    .replace('reviews.example.com {', `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
    .replace('127.0.0.1:8080', `127.0.0.1:${servicePort}`)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  start(program, ['run', '--adapter', 'caddyfile', '--config', file])
  return port
}

type Answered = { status: number; text: string }

function ask(port: number, headers: Record<string, string>): Promise<Answered> {
  const session = connect(`https://localhost:${port}`, { rejectUnauthorized: false })
  return new Promise<Answered>((resolve, reject) => {
    session.once('error', reject)
    const stream = session.request(headers, { endStream: headers[':method'] === 'GET' })
    let status = 0
    let text = ''
    stream.setEncoding('utf8')
    stream.once('error', reject)
    stream.once('response', (head) => {
      status = Number(head[':status'])
    })
    stream.on('data', (part) => {
      text += part
    })
    stream.once('end', () => resolve({ status, text }))
  }).finally(() => session.destroy())
}

for (const [name, begin] of [
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const) {
  const program = process.env[`TEST_${name.toUpperCase()}`]
  test(`${name} forwards the service's own 413 for a large file over HTTP/2`, { skip: !program }, async () => {
    const port = await begin(program ?? '')
    const health = () => ask(port, { ':method': 'GET', ':path': '/api/v1/health' }).catch(() => undefined)
    await until(async () => (await health())?.status === 200, `${name} serves`)
    const answer = await ask(port, {
      ':method': 'POST',
      ':path': '/api/v1/imports/reviews',
      authorization: `Bearer ${shop.adminKey}`,
      'x-store-env-id': shop.storeEnvId,
      'content-type': 'text/csv',
      'content-length': '400000000',
    })
    assert.equal(answer.status, 413, answer.text)
    assert.equal(JSON.parse(answer.text).code, 'payload_too_large')
  })
}
