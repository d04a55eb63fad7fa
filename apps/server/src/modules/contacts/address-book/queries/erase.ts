import type { ContactChange } from '@recado/contracts/contacts/address-book'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { type EraseHandler, type ErasureSubject, namingOf, withoutNames } from '#server/lib/erasure.ts'

/** A value that named the person is none: the change of the others can still be undone. */
const without = (change: ContactChange, names: (text: string) => boolean): ContactChange => {
  const stripped = withoutNames(change, names)
  return change.type === 'attribute' && stripped !== change ? { ...change, value: null } : stripped
}

/** What was given to many contacts, where it names a person. */
const eraseArgs = async ({ db }: Ctx, subject: ErasureSubject): Promise<void> => {
  const { companyId } = subject
  const names = namingOf(subject)
  const { rows } = await db.execute<{ id: string; args: ContactChange }>(
    sql`select id, args from contact_bulk_changes where company_id = ${companyId}`,
  )
  for (const { id, args } of rows) {
    const stripped = without(args, names)
    if (stripped === args) continue
    await db.execute(sql`update contact_bulk_changes set args = ${JSON.stringify(stripped)}::jsonb
      where company_id = ${companyId} and id = ${id}`)
  }
}

/** What they were before they were changed with others, and what changes of many said of them. */
export const eraseChanges: EraseHandler = async (ctx, subject) => {
  const own = sql`any(${sql.param([...subject.contactIds])}::uuid[])`
  const { rowCount } = await ctx.db.execute(sql`
    delete from contact_bulk_change_rows where company_id = ${subject.companyId} and contact_id = ${own}`)
  await eraseArgs(ctx, subject)
  return { changes: rowCount ?? 0 }
}
