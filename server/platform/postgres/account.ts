// Refuses to run as root, as PostgreSQL itself does, and never creates accounts.

import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'

/** The account to switch to; undefined means the account of this process. */
export type Account = { uid: number; gid: number } | undefined

/** Chooses the owner of the first existing folder that does not belong to root, so that the data's owner never changes. */
export function chooseAccount(folders: string[]): Account {
  const ownUid = process.getuid?.()
  if (ownUid === undefined) return undefined
  const owner = folders.map(findOwner).find((each) => each !== undefined && (ownUid !== 0 || each.uid !== 0))
  if (ownUid === 0) return proven(owner ?? lookUp('postgres') ?? lookUp('nobody'))
  if (owner && owner.uid !== ownUid) {
    throw new Error(
      `${folders[0]} belongs to user ${owner.uid}, but this process runs as user ${ownUid}. Start it as the owner or as root`,
    )
  }
  return undefined
}

export function giveTo(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function findOwner(folder: string): Account {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && { uid: stat.uid, gid: stat.gid }
}

function lookUp(name: string): Account {
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

/** In some containers root cannot switch accounts. The error reports this and names an alternative. */
function proven(account: Account): Account {
  const instead = 'start as an ordinary user, or set DATABASE_URL'
  if (!account)
    throw new Error(`PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody": ${instead}`)
  const { status } = spawnSync('/bin/sh', ['-c', ':'], { ...account, cwd: '/', env: {} })
  if (status !== 0)
    throw new Error(`PostgreSQL refuses to run as root, and this root cannot become user ${account.uid}: ${instead}`)
  return account
}
