import type { EventPayload, Listener } from '#server/events.ts'
import { members, notifying } from './listening.ts'

type Automation = Pick<EventPayload<'automation.failed'>, 'companyId' | 'automationId' | 'name' | 'ownerId'>

const payloadOf = ({ automationId, name }: Automation) => ({ automationId, name })
const ownerOf = ({ ownerId }: Automation) => members(ownerId === null ? [] : [ownerId])

export const actionListeners: readonly Listener[] = [
  notifying('automation.notified', ({ companyId, userIds, stepKey, contactId, title, text, email }) => ({
    ...{ workflow: 'automation.notified' as const, to: members(userIds), companyId, factId: stepKey },
    payload: { contactId: contactId ?? '', title, text, mail: email ? 'yes' : 'no' },
  })),
  notifying('automation.failed', (event) => ({
    ...{ workflow: 'automation.failed' as const, to: ownerOf(event), companyId: event.companyId, factId: event.runId },
    payload: payloadOf(event),
  })),
  // The admins, and whoever owns it and is none of them.
  notifying('automation.paused', (event) => {
    const { ownerId, companyId, reason } = event
    const owner = { users: ownerId === null ? [] : [ownerId], only: 'plain_members' as const }
    return (['admins', owner] as const).map((to) => ({
      ...{ workflow: 'automation.paused' as const, to, companyId },
      payload: { ...payloadOf(event), reason },
    }))
  }),
]
