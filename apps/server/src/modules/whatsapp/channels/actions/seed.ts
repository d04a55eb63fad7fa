import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import * as queries from '../queries/channels.ts'
import { enqueuePulls } from './pulls.ts'
import { announceChannel } from './status.ts'

type ChannelSeed = {
  companyId: string
  wabaId: string
  accountName: string
  phoneNumberId: string
  phone: string
  name: string
  accessToken: string
  appSecret?: string
  kind?: 'cloud' | 'coexistence' | 'sandbox'
  /** Messages per second; 80 when absent. */
  throughput?: number
}

/** Puts a channel there without asking Meta, for the demo and for tests; one that is there already stays. Answers its id. */
export const seedChannel = (deps: Deps, seed: ChannelSeed): Promise<string> =>
  inTransaction(systemCtx(deps, 'channels.seed'), async (tx) => {
    const account = await queries.upsertAccount(tx, {
      id: newId(),
      companyId: seed.companyId,
      wabaId: seed.wabaId,
      name: seed.accountName,
      token: deps.sealer.seal(seed.accessToken),
      ...(seed.appSecret ? { appSecret: deps.sealer.seal(seed.appSecret) } : {}),
    })
    const row = {
      id: newId(),
      companyId: seed.companyId,
      waAccountId: account.id,
      phoneNumberId: seed.phoneNumberId,
      phone: seed.phone,
      name: seed.name,
      kind: seed.kind ?? 'sandbox',
      throughput: seed.throughput ?? 80,
    }
    const inserted = await queries.insertChannel(tx, row)
    const known = inserted ? null : await queries.findLiveChannelByNumber(tx, seed.companyId, seed.phoneNumberId)
    const id = inserted?.id ?? known?.channel.id
    if (!id) throw new Error(`Another company has the number ${seed.phoneNumberId} connected`)
    await enqueuePulls(tx, seed.companyId, account.id, id)
    announceChannel(tx, seed.companyId, id)
    return id
  })
