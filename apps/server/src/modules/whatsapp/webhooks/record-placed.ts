import type { PoolClient } from 'pg'
import { type Deps, systemCtx } from '#server/context.ts'
import { dbOf } from '#server/db/sql-transaction.ts'
import {
  noticeFailures,
  noticeMessages,
  noticePreference,
  noticeRefusals,
} from '#server/modules/automation/conversation-automations/index.ts'
import {
  incomingOf,
  type Outcome,
  recordIncoming,
  takeBackMessages,
  tellOfMessages,
} from '#server/modules/inbox/conversations/index.ts'
import { applyAccountEvents } from '#server/modules/whatsapp/channels/index.ts'
import { settleSends } from '#server/modules/whatsapp/sending/index.ts'
import type { Placed } from './place-events.ts'

/** Writes what bodies say, in the transaction of the connection; `afterCommit` takes what follows from that. */
export const recordPlaced = async (
  deps: Deps,
  client: PoolClient,
  placed: readonly Placed[],
  afterCommit: (effect: () => void) => void,
): Promise<Outcome> => {
  const tx = { ...systemCtx(deps, 'ingress'), db: dbOf(client), inTransaction: true, afterCommit }
  const incoming = placed.flatMap(({ stored, chat }) =>
    chat.flatMap(({ channel, event }) => incomingOf(channel, event, stored.receivedAt)),
  )
  const outcome = await recordIncoming(client, incoming, deps.now())
  await settleSends(client, outcome.settled)
  await tellOfMessages(tx, outcome.created)
  await takeBackMessages(tx, outcome.revoked)
  await noticeMessages(tx, outcome.created)
  await noticeFailures(tx, outcome.failed)
  await noticeRefusals(tx, incoming, outcome)
  for (const { stored, chat } of placed)
    for (const { channel, event } of chat)
      if (event.kind === 'userPreference') await noticePreference(tx, channel, event, stored.receivedAt)
  for (const { account, stored } of placed) {
    // What an account was like then is no news: a replay must not bring back an old status.
    if (account.length === 0 || stored.repeated) continue
    await applyAccountEvents(tx, account, stored.accountId)
  }
  return outcome
}
