import { isRecord, textOf } from '@recado/contracts/whatsapp/template-parts'
import type { Deps } from '#server/context.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { unsendableStatus } from '#server/modules/whatsapp/templates/index.ts'
import type { Claimed } from '../queries/claims.ts'
import { type Lane, ruleFor } from './lane.ts'
import type { MarketingGate } from './marketing-gate.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { graphPayloadOf, mayHaveFile, type Prepared } from './payload.ts'
import type { ReachGate } from './reach-gate.ts'
import type { RecipientGate } from './recipient-gate.ts'
import type { SpendGate } from './spend-gate.ts'
import { applyStop, isOfFormerToken, stopOf } from './stops.ts'
import type { Uploads } from './uploads.ts'

const LOCAL_RETRY_SECONDS = 5
/** What was refused for a token that was replaced meanwhile is tried again after this. */
const RENEWED_SECONDS = 1
const LOCAL_TRIES = 3
/** A message of a bulk that met a stop waits for the channel; it is looked at again after this. */
const STOPPED_SECONDS = 60
/** What a company may not send now is looked at again after this. */
const HELD_SECONDS = 30
const MEDIA_REFUSED = 131053

const TEMPLATE_PAUSED = 132015
const TEMPLATE_DISABLED = 132016

/** The name and language of a template that waits to be sent. */
const templateOf = ({ type, payload }: Claimed): { name: string; language: string } | null => {
  const template = type === 'template' ? payload['template'] : null
  if (!isRecord(template)) return null
  return { name: textOf(template.name), language: textOf(template.language) }
}

/** A template that was paused or taken away while messages of it waited is not tried: Meta would refuse each. */
const refusalOf = async (deps: Deps, lane: Lane, send: Claimed): Promise<Outcome | null> => {
  const template = templateOf(send)
  const status = template && (await unsendableStatus(deps, lane.accountId, template.name, template.language))
  if (!status) return null
  const code = status === 'DISABLED' ? TEMPLATE_DISABLED : TEMPLATE_PAUSED
  return { kind: 'failed', code, errorClass: 'template', details: `template_${status.toLowerCase()}`, trace: null }
}

export const isBulk = (send: Claimed): boolean => send.priority >= sendPriorities.bulk

/** What a call was made with. */
type Tried = { prepared: Prepared | null; accessToken: string | null }

type Parts = {
  uploads: Uploads
  marketing: MarketingGate
  spend: SpendGate
  reach: ReachGate
  recipients: RecipientGate
  lanes: () => Iterable<Lane>
}

/** Makes one call for a message and says what became of it; slows or stops numbers when Meta says so. */
export const createAttempts = (deps: Deps, { uploads, marketing, spend, reach, recipients, lanes }: Parts) => {
  const slowDown = (lane: Lane, error: GraphError) => {
    const { errorClass, scope } = error.rule
    if (error.fate !== 'rejected' || errorClass !== 'rate' || scope === 'pair') return
    for (const other of lanes()) {
      const concerned = scope === 'app' || other === lane || (scope === 'account' && other.accountId === lane.accountId)
      if (concerned) other.pace.slow()
    }
  }

  const afterError = async (lane: Lane, send: Claimed, error: unknown, tried: Tried): Promise<Outcome> => {
    const { prepared, accessToken } = tried
    if (!(error instanceof GraphError)) {
      deps.log.error({ err: error, messageId: send.messageId }, 'a message could not be prepared')
      if (send.attempts < LOCAL_TRIES)
        return { kind: 'again', waitSeconds: LOCAL_RETRY_SECONDS, costsAttempt: true, slowed: false }
      return { kind: 'failed', code: null, errorClass: 'media', details: 'file_unreadable', trace: null }
    }
    if (await isOfFormerToken(deps, lane, error, accessToken))
      return { kind: 'again', waitSeconds: RENEWED_SECONDS, costsAttempt: true, slowed: false }
    slowDown(lane, error)
    await applyStop(deps, lane, error)
    if (stopOf(error) && isBulk(send))
      return { kind: 'again', waitSeconds: STOPPED_SECONDS, costsAttempt: false, slowed: false }
    if (error.code === MEDIA_REFUSED && prepared?.file.mediaId && send.attempts === 1) {
      await uploads.forget(send, prepared)
      return { kind: 'again', waitSeconds: 0, costsAttempt: true, slowed: false }
    }
    return outcomeOf(error, send)
  }

  return async (lane: Lane, send: Claimed): Promise<Outcome> => {
    const { client, accessToken } = lane
    const rule = ruleFor(lane, isBulk(send))
    if (rule === 'wait')
      return { kind: 'again', waitSeconds: lane.held ? HELD_SECONDS : 1, costsAttempt: false, slowed: false }
    if (rule === 'fail' || !client)
      return { kind: 'failed', code: null, errorClass: 'auth', details: `channel_${lane.status}`, trace: null }
    const refused = await refusalOf(deps, lane, send)
    if (refused) return refused
    const barred = await recipients.pass(send)
    if (barred) return barred
    const kept = await marketing.pass(lane, send)
    if (kept) return kept
    const dear = await spend.pass(lane, send)
    if (dear) {
      marketing.giveBack(lane, send)
      return dear
    }
    const full = await reach.pass(lane, send)
    if (full) {
      marketing.giveBack(lane, send)
      await spend.giveBack(lane, send)
      return full
    }
    let prepared: Prepared | null = null
    try {
      if (mayHaveFile(send)) prepared = await uploads.prepare(client, lane.phoneNumberId, send)
      const sent = await client.sendMessage(lane.phoneNumberId, graphPayloadOf(send, prepared))
      const held = sent.messageStatus === 'held_for_quality_assessment'
      return { kind: 'accepted', wamid: sent.wamid, status: held ? 'held' : 'accepted' }
    } catch (error) {
      marketing.giveBack(lane, send)
      await spend.giveBack(lane, send)
      return afterError(lane, send, error, { prepared, accessToken })
    }
  }
}

export type Attempt = ReturnType<typeof createAttempts>
