import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { variables } from '#platform/process/config.ts'
import { dockerfile, inImage, listInstructions, root } from '#test/image.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pinned = /^[\w./-]+:v?\d+\.\d+[\w.-]*$/

describe('the image', () => {
  test('the image has a Dockerfile without linter findings', () => assert.deepEqual(validate(dockerfile), []))

  test('the image is built on images pinned to one version', () => {
    const images = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image = '']) => image)
    assert.equal(images.length, 2)
    for (const image of images) assert.match(image, pinned)
  })

  test('the image runs as an unprivileged user, has a health check and contains no secret', () => {
    assert.match(listInstructions('USER').at(-1) ?? '', /^[1-9]\d*:[1-9]\d*$/)
    assert.equal(listInstructions('HEALTHCHECK').length, 1)
    const set = listInstructions('ENV').join(' ')
    for (const name of [...set.matchAll(/(\w+)=/g)].map(([, each = '']) => each))
      if (!['NODE_ENV', 'NODE_COMPILE_CACHE', 'HOME'].includes(name)) assert.ok(variables.includes(name), name)
    assert.doesNotMatch(`${set} ${listInstructions('ARG').join(' ')}`, /SECRET|PASSWORD|TOKEN|_KEY/)
  })

  test('the image contains the program, without tests, secrets or build-machine data', () => {
    for (const path of [
      'package.json',
      'bin/start.mjs',
      'server/entry/cli.ts',
      'docs/guides/errors.md',
      'migrations/0001_roles.sql',
      'admin/main.tsx',
      'locales/texts.ts',
      'locales/de/mails.json',
    ])
      assert.ok(inImage(path), path)
    for (const path of [
      '.env',
      '.git/config',
      'data/secret-key',
      'node_modules/x/index.js',
      'admin/dist/index.html',
      'server/platform/process/config.test.ts',
      'test/support/run.ts',
      'docs/decisions/0001-x.md',
    ])
      assert.ok(!inImage(path), path)
  })
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'))

  test('compose.yaml sets only known variables and contains no secret', () => {
    const environment: Record<string, string> = services.evident.environment
    for (const name of Object.keys(environment)) assert.ok(variables.includes(name), name)
    for (const name of ['SECRET_KEY', 'POSTGRES_PASSWORD'])
      assert.ok(read('compose.yaml').includes(`\${${name}:?`), name)
  })

  test('compose.yaml runs the service read-only without privileges, and pins all versions', () => {
    const { read_only: isReadOnly, cap_drop: dropped, security_opt: options, volumes: mounts } = services.evident
    assert.deepEqual([isReadOnly, dropped, options], [true, ['ALL'], ['no-new-privileges:true']])
    assert.deepEqual(mounts, ['files:/data'])
    for (const [name, { image }] of Object.entries<{ image: string }>(services))
      if (name !== 'evident') assert.match(image, pinned)
    for (const { ports = [] } of Object.values<{ ports?: string[] }>(services))
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, 'nothing is open to the network by accident')
    for (const { depends_on: needs = {} } of Object.values<{ depends_on?: object }>(services))
      for (const name of Object.keys(needs)) assert.ok(services[name].healthcheck, `${name} says when it is ready`)
    const used = Object.values<{ volumes?: string[] }>(services).flatMap(({ volumes: own = [] }) => own)
    for (const mount of used) assert.ok(mount.split(':')[0]! in volumes, mount)
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test('the systemd unit is valid', { skip: !hasSystemd && 'not installed' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-unit-'))
  try {
    const path = join(folder, 'evident.service')
    writeFileSync(path, read('deploy/evident.service').replaceAll('/opt/evident', root))
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('evident.service'))
    assert.deepEqual(own, [])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the systemd unit starts the same command as the image', () => {
  const [, command = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(read('deploy/evident.service')) ?? []
  assert.deepEqual(['node', ...command.split(' ')], JSON.parse(listInstructions('CMD').at(-1) ?? ''))
})

// The command runs without `--omit=dev`, because with it npm omits packages that the service shares with its tests.
test('the package list of a release contains every locked package with its hash', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const [program = '', ...words] = scripts.sbom.split(' ')
  const text = execFileSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { components, specVersion } = JSON.parse(text) as {
    specVersion: string
    components: { name: string; version: string; hashes?: object[] }[]
  }
  assert.match(specVersion, /^1\./)
  const listed = new Map(components.map((each) => [`${each.name}@${each.version}`, each]))
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; integrity?: string }>
  }
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  assert.ok(locked.length > 500)
  const unproven = locked.filter(([path, { version, integrity }]) => {
    const found = listed.get(`${path.replace(/^.*node_modules\//, '')}@${version}`)
    return !found || (integrity !== undefined && !found.hashes?.length)
  })
  assert.deepEqual(unproven, [])
})

test('the configuration guide lists exactly the variables the service reads', () => {
  const guide = read('docs/guides/configuration.md')
  const listed = [...guide.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name),
  )
  assert.deepEqual(listed.toSorted(), [...variables, 'NODE_ENV'].toSorted())
})
