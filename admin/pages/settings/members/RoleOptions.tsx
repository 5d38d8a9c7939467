export function RoleOptions({ mayMakeOwners }: { mayMakeOwners: boolean }) {
  return (
    <>
      <option value="VIEWER">Viewer</option>
      <option value="MEMBER">Member</option>
      <option value="ADMIN">Admin</option>
      <option value="OWNER" disabled={!mayMakeOwners}>
        Owner
      </option>
    </>
  )
}
