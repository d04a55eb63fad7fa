/** What a member may do besides their role, by what the company hides from everybody. */
export const grantsUnder = <G extends string>(
  privacy: { maskContacts?: unknown },
  grants: readonly G[],
): (G | 'contacts.pii')[] =>
  privacy.maskContacts === false ? [...new Set([...grants, 'contacts.pii' as const])] : [...grants]
