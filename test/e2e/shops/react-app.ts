import { rmSync } from 'node:fs'
import { freePort } from '#test/free-port.ts'
import { ended, installShop, installTarball, type Running, saying, start, stopped } from './installed.ts'

export type ReactApp = { origin: string; stop(): Promise<void> }

const commands = {
  next: {
    build: ['node_modules/next/dist/bin/next', 'build'],
    serve: (port: number) => ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)],
    isReady: 'Ready in',
  },
  'react-router': {
    build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    serve: () => ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
    isReady: 'react-router-serve] http',
  },
}

export type Source = { EVIDENT_ORIGIN: string; EVIDENT_STORE: string; EVIDENT_PAGE: string; PRODUCT_ID: string }

/** Installs the tarball into the app in `test/shops`, builds the app and serves it. */
export async function startReactApp(
  name: keyof typeof commands,
  tarball: string,
  source: Omit<Source, 'EVIDENT_PAGE'>,
  port?: number,
): Promise<ReactApp> {
  const folder = await installShop(name)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  let running: Running | undefined
  try {
    await installTarball(folder, tarball)
    const { build, serve, isReady } = commands[name]
    const offline = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
    await ended(start(process.execPath, build, folder, offline))
    const at = port ?? (await freePort())
    const origin = `http://127.0.0.1:${at}`
    const env = { ...offline, ...source, EVIDENT_PAGE: origin, PORT: String(at), HOST: '127.0.0.1' }
    running = start(process.execPath, serve(at), folder, env)
    await saying(running, isReady)
    const app = running
    return {
      origin,
      async stop() {
        await stopped(app)
        remove()
      },
    }
  } catch (error) {
    if (running) await stopped(running)
    remove()
    throw error
  }
}
