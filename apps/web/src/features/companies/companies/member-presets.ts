import type { MemberGrant, MemberRole } from '@recado/contracts/abilities'

/** What a member may do, as people choose it: an admin, a preset of grants, or grants picked one by one. */
export const presets = ['admin', 'agent', 'supervisor', 'marketer', 'developer', 'custom'] as const
export type Preset = (typeof presets)[number]

export const presetGrants: Record<Exclude<Preset, 'custom'>, readonly MemberGrant[]> = {
  admin: [],
  agent: [],
  supervisor: ['team.lead', 'contacts.pii', 'contacts.export'],
  marketer: ['templates.write', 'contacts.import', 'contacts.pii', 'campaigns.write', 'campaigns.launch'],
  developer: ['agents.write', 'automations.write', 'developers.write'],
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item) => b.includes(item))

/** The preset that role and grants amount to. */
export const presetOf = (role: MemberRole, grants: readonly string[]): Preset => {
  if (role === 'admin') return 'admin'
  const fixed = presets.find(
    (preset) => preset !== 'admin' && preset !== 'custom' && sameSet(presetGrants[preset], grants),
  )
  return fixed ?? 'custom'
}

/** Role and grants to send for a choice. */
export const accessOf = (
  preset: Preset,
  custom: readonly MemberGrant[],
): { role: MemberRole; grants: MemberGrant[] } => ({
  role: preset === 'admin' ? 'admin' : 'member',
  grants: [...(preset === 'custom' ? custom : presetGrants[preset])],
})
