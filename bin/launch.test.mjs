import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const folder = mkdtempSync(join(tmpdir(), 'evident-launch-'))
const started = []

after(() => {
  for (const pid of started) endQuietly(pid)
  rmSync(folder, { recursive: true, force: true })
})

// Prints every signal and exits 300 ms after the first, so that a second signal would be visible.
const listener = `
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {
    console.log(signal)
    setTimeout(() => process.exit(0), 300)
  })
  console.log('pid ' + process.pid)
  setInterval(() => {}, 1000)`

test('a command keeps its exit code, its arguments and its own standard output', async () => {
  const { code, output } = await launched(`console.log(process.argv.slice(2).join()); process.exit(7)`, ['a', '--json'])
    .ended
  assert.deepEqual({ code, output }, { code: 7, output: 'a,--json\n' })
})

test('a finished command ends immediately, although it listens for the end of its launcher', async () => {
  const { code, output } = await launched(`console.log('done')`).ended
  assert.deepEqual({ code, output }, { code: 0, output: 'done\n' })
})

test('after a clean stop by SIGTERM the exit code is 0', async () => {
  const launcher = launched(listener)
  await launcher.prints(/pid/)
  launcher.process.kill('SIGTERM')
  const { code, output } = await launcher.ended
  assert.equal(code, 0)
  assert.deepEqual(signalsIn(output), ['SIGTERM'])
})

test('Ctrl-C in a terminal, which npm then repeats, reaches the service exactly once', async () => {
  const launcher = launched(listener)
  await launcher.prints(/pid/)
  // A terminal sends the signal to the launcher's whole process group.
  process.kill(-launcher.process.pid, 'SIGINT')
  await launcher.prints(/SIGINT/)
  launcher.process.kill('SIGINT')
  const { code, output } = await launcher.ended
  assert.equal(code, 0)
  assert.deepEqual(signalsIn(output), ['SIGINT'])
})

test('a service that dies by a signal gives the exit code that shells give', async () => {
  const { code } = await launched(`process.kill(process.pid, 'SIGKILL')`).ended
  assert.equal(code, 137)
})

test('a service whose launcher is killed stops as it does after a signal', async () => {
  const launcher = launched(listener)
  const [, pid] = await launcher.prints(/pid (\d+)/)
  started.push(Number(pid))
  launcher.process.kill('SIGKILL')
  const { output } = await launcher.ended
  assert.deepEqual(signalsIn(output), ['SIGTERM'])
  await until(() => !isAlive(Number(pid)))
})

test('a service whose npm is killed is stopped by its launcher', async () => {
  const script = writeScript(listener)
  const npm = spawn(
    process.execPath,
    [
      '--eval',
      `
    require('node:child_process').spawn(process.execPath, ${JSON.stringify(['--input-type=module', '--eval', program(script, [])])},
      { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const launcher = observed(npm)
  const [, pid] = await launcher.prints(/pid (\d+)/)
  started.push(Number(pid))
  npm.kill('SIGKILL')
  await until(() => !isAlive(Number(pid)))
  await launcher.prints(/SIGTERM/)
})

function launched(source, args = []) {
  const environment = { ...process.env }
  delete environment.npm_lifecycle_event
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(writeScript(source), args)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: environment,
  })
  return observed(child)
}

function program(script, args) {
  const launcher = new URL('launch.mjs', import.meta.url).href
  return `
    import { runScript } from ${JSON.stringify(launcher)}
    process.exit(await runScript(process.execPath, ${JSON.stringify(script)}, ${JSON.stringify(args)}))`
}

function writeScript(source) {
  const script = join(folder, `script-${crypto.randomUUID()}.mjs`)
  writeFileSync(script, source)
  return script
}

function observed(child) {
  started.push(child.pid)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  // Waits for "close", not "exit", because a service can still write to the output after its launcher was killed.
  const ended = new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
  const prints = async (pattern) => {
    await until(() => pattern.test(output))
    return pattern.exec(output)
  }
  return { process: child, ended, prints }
}

function signalsIn(output) {
  return output.split('\n').filter((line) => line.startsWith('SIG'))
}

/**
 * A process that ended but was not reaped does not count as alive. This happens in a container whose first process reaps
 * nothing.
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !execFileSync('sh', ['-c', `ps -o state= -p ${pid} || true`], { encoding: 'utf8' }).startsWith('Z')
}

function endQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

async function until(condition) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    if (condition()) return
  }
  assert.fail('it did not happen within 30 seconds')
}
