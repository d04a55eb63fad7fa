import { type Ability, refuseAbility } from '@recado/contracts'
import type { ListName } from '@recado/contracts/shared/list-names'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import { type Ctx, factsOf, type UserCtx } from '#server/context.ts'
import { hasPeople } from '../policy.ts'
import type { TaskRow } from '../queries.ts'

/** What each kind asks for that is no export of a list; null for what is everyone's own. */
const abilities: Record<Exclude<TaskKind, `${ListName}.export`>, Ability | null> = {
  'conversation.export': 'conversations.export',
  'contact.export': 'privacy.manage',
  'company.export': 'company.manage',
  'account.export': null,
  'messages.retry': 'conversations.reply',
  'admin-messages.retry': 'admin.platform',
  'templates.change': 'templates.write',
  'contacts.change': 'contacts.edit',
  'contacts.undo': 'contacts.edit',
  'campaigns.change': 'campaigns.view',
  'campaign-recipients.keep': 'contacts.edit',
  'companies.tag': 'admin.platform',
  'companies.flags': 'admin.platform',
  'companies.notify': 'admin.platform',
  'access.change': 'admin.platform',
  'users.change': 'admin.platform',
  'user-import.check': 'admin.platform',
  'user-import.run': 'admin.platform',
}

const isOther = (kind: TaskKind): kind is keyof typeof abilities => kind in abilities

const abilityOf = ({ deps }: Ctx, kind: TaskKind): Ability | null =>
  isOther(kind) ? abilities[kind] : (deps.listExports.find(({ list }) => `${list}.export` === kind)?.ability ?? null)

/** Whether what someone has written to a file is not masked. */
export const writesUnmasked = (ctx: Ctx, kind: string): boolean =>
  ctx.company !== null && hasPeople(kind) && refuseAbility('contacts.pii', factsOf(ctx)) === null

/** Whether a user still has the rights with which a task wrote its file, as rights are taken away afterwards. */
export const maySeeFile = (ctx: UserCtx, kind: TaskKind, { unmasked }: Pick<TaskRow, 'unmasked'>): boolean => {
  const ability = abilityOf(ctx, kind)
  if (ability !== null && refuseAbility(ability, factsOf(ctx)) !== null) return false
  return !unmasked || writesUnmasked(ctx, kind)
}
