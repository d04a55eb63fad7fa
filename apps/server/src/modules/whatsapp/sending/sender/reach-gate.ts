import type { Pool } from 'pg'
import { type Deps, inTransactionOn, systemCtx } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { reserveReaches } from '#server/modules/whatsapp/channels/index.ts'
import type { Claimed } from '../queries/claims.ts'
import { findOutside } from '../queries/outside.ts'
import type { Lane } from './lane.ts'
import type { Outcome } from './outcome.ts'

const BATCH = 200

type Asked = { scope: string; limit: number; send: Pick<Claimed, 'companyId' | 'conversationId'> }

const refused: Outcome = {
  ...{ kind: 'failed', code: null, errorClass: 'limit', details: 'limit_reached', trace: null },
}

/**
 * Has single templates to people who did not write lately take their place of the portfolio's limit, and refuses those for
 * whom none is left: who waits in a chat is told at once. Messages of campaigns took theirs as they were handed over.
 */
export const createReachGate = (deps: Deps, pool: Pool) => {
  const reserved = createBatcher<Asked, boolean>({
    max: BATCH,
    run: async (asked) => {
      const people = await findOutside(
        pool,
        asked.map(({ send }) => send),
      )
      const scopes = Map.groupBy(
        asked.map((one, index) => ({ ...one, person: people[index] ?? null })),
        ({ scope }) => scope,
      )
      const fits = new Set<string>()
      for (const [scope, own] of scopes) {
        const outside = own.flatMap(({ person }) => (person === null ? [] : [person]))
        if (outside.length === 0) continue
        const limit = Math.min(...own.map((one) => one.limit))
        const found = await inTransactionOn(pool, systemCtx(deps, 'sending.reach'), (tx, client) =>
          reserveReaches(client, scope, outside, { limit, now: tx.now() }),
        )
        for (const person of found.fits) fits.add(`${scope} ${person}`)
      }
      return asked.map(({ scope }, index) => {
        const person = people[index] ?? null
        return person === null || fits.has(`${scope} ${person}`)
      })
    },
  })
  return {
    pass: async ({ scope, reachLimit: limit }: Lane, send: Claimed): Promise<Outcome | null> => {
      if (limit === null || send.type !== 'template' || send.campaignId !== null) return null
      return (await reserved.add({ scope, limit, send })) ? null : refused
    },
  }
}

export type ReachGate = ReturnType<typeof createReachGate>
