import { isUuid } from '#platform/values/ids.ts'
import { areasAsked, type OpenArea, scopesOfAreas, shortest } from '../rules.ts'
import { type GrantedRole, grantedRoles } from '../schema.ts'

export type Access = 'all' | 'read' | 'some'

export type Choices = {
  role: GrantedRole | undefined
  stores: readonly string[]
  access: Access
  scopes: readonly string[]
}

export function optionsFor(asked: readonly string[]): Access[] {
  if (asked.includes('write')) return ['all', 'read', 'some']
  return asked.includes('read') ? ['read', 'some'] : ['some']
}

export function firstChoices(
  asked: readonly string[],
  { roles, open, stores }: { roles: readonly GrantedRole[]; open: readonly OpenArea[]; stores: readonly string[] },
): Choices {
  const options = optionsFor(asked)
  const namesAreas = asked.some((each) => each.includes(':'))
  const writes = asked.some((each) => each.endsWith('write'))
  const role = writes && roles.includes('MEMBER') ? 'MEMBER' : roles[0]
  const ticked = scopesOfAreas(areasAsked(asked, open))
  const access = options[0] !== 'all' && namesAreas ? 'some' : (options[0] ?? 'some')
  return { role, stores, access, scopes: access === 'some' ? ticked : [] }
}

export function readChoices(form: URLSearchParams): Choices {
  const role = grantedRoles.find((each) => each === form.get('role'))
  const access = (['all', 'read', 'some'] as const).find((each) => each === form.get('access')) ?? 'some'
  return {
    role,
    stores: [...new Set(form.getAll('store').filter(isUuid))].slice(0, 1_000),
    access,
    scopes: [...new Set(form.getAll('scope'))].slice(0, 200),
  }
}

export function computeScopes(
  { access, scopes }: Choices,
  asked: readonly string[],
  open: readonly OpenArea[],
): string[] {
  if (!optionsFor(asked).includes(access)) return []
  if (access === 'all') return shortest(asked)
  if (access === 'read') return ['read']
  const offered = new Set(scopesOfAreas(areasAsked(asked, open)))
  return shortest(scopes.filter((each) => offered.has(each)))
}
