import { startS3 } from '../fakes/s3-server.ts'
import { exampleBody } from '../operations.ts'
import type { Walk } from './walk.ts'

export async function keepBackups({ call, jobs }: Pick<Walk, 'call' | 'jobs'>): Promise<void> {
  const bucket = await startS3('acme-backups')
  try {
    const endpoint = `http://127.0.0.1:${bucket.port}`
    await call('key', 'GET', '/backups/target')
    await call('session', 'PUT', '/backups/target', {
      ...exampleBody('backups.set_target'),
      ...bucket.access,
      endpoint,
    })
    await call('session', 'GET', '/backups/target')
    await call('session', 'DELETE', '/backups/target')
  } finally {
    await bucket.close()
  }
  await call('session', 'PUT', '/backups/schedule', {
    enabled: true,
    frequency: 'daily',
    hour: 3,
    keep: 14,
    target: 'service',
  })
  await call('key', 'GET', '/backups/schedule')
  const first = await call('key', 'POST', '/backups')
  await jobs()
  await call('key', 'POST', `/backups/${first.body.id}/verify`)
  await jobs()
  await call('key', 'DELETE', `/backups/${first.body.id}`)
  const { id } = (await call('session', 'POST', '/backups', { passphrase: 'seven blue kettles sing' })).body
  await jobs()
  await call('session', 'GET', `/backups/${id}`)
  await call('key', 'GET', `/backups/${id}`)
  await call('session', 'GET', '/backups')
}
