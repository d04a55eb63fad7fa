import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import * as queries from '../queries/channels.ts'
import { announceChannel } from './status.ts'

/** The fictitious number by which test keys send. */
const TEST_PHONE = '+1 555-010-0000'
/** It is no bulk sender: a test of a campaign takes a moment. */
const PER_SECOND = 20

/** The number of test keys of a company, in the caller's transaction; one that is there stays. Answers its account. */
export const ensureTestNumber = async (tx: Ctx, companyId: string): Promise<string> => {
  const wabaId = `test-${companyId}`
  const [known] = await queries.listAccountsOfWaba(tx, companyId, wabaId)
  const account = known ?? (await queries.upsertAccount(tx, { id: newId(), companyId, wabaId, name: 'Sandbox' }))
  const id = newId()
  const row = { id, companyId, waAccountId: account.id, phoneNumberId: wabaId, phone: TEST_PHONE, name: 'Sandbox' }
  const inserted = await queries.insertChannel(tx, { ...row, kind: 'test', throughput: PER_SECOND })
  if (inserted) announceChannel(tx, companyId, id)
  return account.id
}
