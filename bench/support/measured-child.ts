import { fork } from 'node:child_process'
import type { TestService } from '#test/service.ts'

export function measureAlone<Measured>(
  file: string,
  { service, databaseUrl }: TestService,
  work: unknown,
  env: Record<string, string> = {},
): Promise<Measured> {
  const { dataDir, storageUrl, secretKey } = service.services.config
  const child = fork(file, ['measure', JSON.stringify(work)], {
    env: {
      DATA_DIR: dataDir,
      STORAGE_URL: storageUrl,
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'warn',
      BENCH_DATABASE: databaseUrl,
      ...env,
    },
  })
  return new Promise((resolve, reject) => {
    child.once('message', (measured) => resolve(measured as Measured))
    child.once('exit', (code) => reject(new Error(`the measured process ended with ${code}`)))
  })
}
