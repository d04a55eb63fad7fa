import { autoAssign } from '@recado/contracts/desk'
import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '../context.ts'
import { labels, teamMembers, teams } from '../db/schema/index.ts'

/** A team with these members, that assigns nothing by itself. */
export const createTeam = async (deps: Deps, companyId: string, userIds: readonly string[] = [], name = 'Vendas') => {
  const { db } = deps.database
  const team = { id: uuidv7(), companyId, name, autoAssign: autoAssign.parse({}) }
  await db.insert(teams).values(team)
  if (userIds.length > 0)
    await db.insert(teamMembers).values(userIds.map((userId) => ({ companyId, teamId: team.id, userId })))
  return team
}

export const createLabel = async (deps: Deps, companyId: string, name: string) => {
  const label = { id: uuidv7(), companyId, name, color: 'blue' }
  await deps.database.db.insert(labels).values(label)
  return label
}
