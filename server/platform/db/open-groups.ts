// Groups of calls that wait for a common transaction. Two calls with a common value in `words` never share a group,
// because locks separate transactions, not calls inside one.

export type Group<Member> = { readonly name: string; readonly members: Member[] }

type OpenGroup<Member> = Group<Member> & { words: Set<string> }

export class OpenGroups<Member extends { words: readonly string[] }> {
  private readonly groups = new Map<string, OpenGroup<Member>[]>()
  private readonly maxMembers: number

  constructor(maxMembers: number) {
    this.maxMembers = maxMembers
  }

  /** Calls with a common value in `words` stay in the order of their arrival. Returns the group if it is new. */
  join(name: string, member: Member): Group<Member> | undefined {
    const open = this.groups.get(name) ?? []
    this.groups.set(name, open)
    const last = open.findLastIndex(({ words }) => member.words.some((word) => words.has(word)))
    const found = open.find((group, at) => at > last && group.members.length < this.maxMembers)
    const group = found ?? { name, members: [], words: new Set<string>() }
    group.members.push(member)
    for (const word of member.words) group.words.add(word)
    if (found) return undefined
    open.push(group)
    return group
  }

  /** Later calls join another group. */
  close({ name, members }: Group<Member>): void {
    const others = (this.groups.get(name) ?? []).filter((group) => group.members !== members)
    if (others.length > 0) this.groups.set(name, others)
    else this.groups.delete(name)
  }
}
