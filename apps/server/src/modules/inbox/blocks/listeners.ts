import type { Ctx } from '#server/context.ts'
import { type Listener, on } from '#server/events.ts'
import type { RecordedHandler } from '#server/modules/inbox/recording/index.ts'
import { carryBlockJob } from './jobs.ts'

type Blocked = { companyId: string; contactId: string }

const carry = async (tx: Pick<Ctx, 'deps' | 'db'>, contacts: readonly Blocked[]): Promise<void> => {
  const { jobs } = tx.deps
  await jobs.enqueueAll(
    tx.db,
    contacts.map(({ companyId, contactId }) => ({
      ...{ job: carryBlockJob, input: { companyId, contactId } },
      options: { companyId },
    })),
  )
}

export const blockListeners: readonly Listener[] = [
  on('contact.block_changed', {
    ...{ name: 'blocks.changed', queue: 'standard', retrySeconds: [2, 30, 300] },
    run: async (ctx, payloads) => {
      await carry(ctx, payloads)
      ctx.deps.jobs.wake(carryBlockJob.queue)
    },
  }),
]

/** Whoever is blocked and writes nevertheless can be blocked by WhatsApp for the next 24 hours. */
export const carryOfRecorded: RecordedHandler = async (tx, { created }) => {
  const writers = created.flatMap(({ thread, message }) =>
    thread.blocked && message.origin === 'contact' && !message.quiet ? [thread] : [],
  )
  if (writers.length === 0) return
  await carry(tx, [...new Map(writers.map((one) => [one.contactId, one])).values()])
  tx.afterCommit(() => tx.deps.jobs.wake(carryBlockJob.queue))
}
