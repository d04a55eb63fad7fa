import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messageOf, type StandIn, startStandIn } from '../test/stand-in.ts'
import { createInbox } from './inbox.ts'
import type { Inbox } from './types.ts'

let standIn: StandIn
let inbox: Inbox
beforeEach(async () => {
  // The stand-in has no socket, and the inbox tells the console so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  standIn = await startStandIn({ ana: [messageOf(1)] })
  inbox = createInbox({
    backendUrl: standIn.url,
    applicationIdentifier: 'shop',
    subscriberId: 'ana',
    retry: { delay: () => 1 },
  })
})
afterEach(async () => {
  inbox.stop()
  await standIn.stop()
  vi.restoreAllMocks()
})

const soon = { timeout: 60_000, interval: 5 }
const list = () => [...inbox.getState().feeds.values()][0]
const isThere = () => {
  const { organization, unseen } = inbox.getState()
  expect([organization.data?.name, unseen.data, list()?.items.length]).toEqual(['Shop', 1, 1])
}
const beginAndHold = async () => {
  inbox.watchFeed()
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().session.status).toBe('ready'), soon)
  standIn.hold()
  await vi.waitFor(() => expect(standIn.asked('GET /organization')).toBe(1), soon)
  await vi.waitFor(() => expect(standIn.asked('GET /notifications/feed')).toBe(1), soon)
}

it('reads what it was stopped from reading', async () => {
  await beginAndHold()
  inbox.stop()
  const { organization, unseen } = inbox.getState()
  expect([organization.isFetching, unseen.isFetching, list()?.isFetching]).toEqual([false, false, false])
  expect(list()?.isLoading).toBe(true)
  inbox.start()
  standIn.release()
  await vi.waitFor(isThere, soon)
})

it('brings what was changed just before it stopped to the server', async () => {
  inbox.watchFeed()
  inbox.start()
  await vi.waitFor(isThere, soon)
  standIn.hold()
  const marking = inbox.markAs(messageOf(1)._id, { read: true })
  inbox.stop()
  standIn.release()
  expect(await marking).toMatchObject([{ read: true }])
  expect(list()?.items).toMatchObject([{ read: true }])
})

it('takes back what was refused after it had stopped', async () => {
  inbox.watchFeed()
  inbox.start()
  await vi.waitFor(isThere, soon)
  standIn.refused.add('DELETE /messages')
  standIn.hold()
  const removing = inbox.remove(messageOf(1)._id)
  inbox.stop()
  inbox.start()
  expect(list()?.items).toEqual([])
  standIn.release()
  await expect(removing).rejects.toThrow('refused')
  await vi.waitFor(isThere, soon)
})

it.each(['saved', 'failed'])('notices that a choice %s that was on its way when it stopped', async (status) => {
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().session.status).toBe('ready'), soon)
  await inbox.refetchPreferences()
  if (status === 'failed') standIn.refused.add('PATCH /preferences')
  standIn.hold()
  const saving = inbox.updatePreference({ templateId: 'workflow', channelType: 'email', checked: false })
  inbox.stop()
  standIn.release()
  await Promise.allSettled([saving])
  const { preferenceUpdate, preferences } = inbox.getState()
  expect(preferenceUpdate?.status).toBe(status === 'failed' ? undefined : status)
  expect(preferences.data?.[0]?.preference.channels.email).toBe(status === 'failed')
})

it('begins once when it is stopped and started in one go', async () => {
  inbox.watchFeed()
  inbox.start()
  inbox.stop()
  inbox.start()
  await vi.waitFor(isThere, soon)
  expect(standIn.asked('POST /session/initialize')).toBe(1)
})

it('forgets everything when the session ends, also what comes later', async () => {
  await beginAndHold()
  const choice = { templateId: 'workflow', channelType: 'email', checked: false } as const
  const changes = [
    inbox.updatePreference(choice),
    inbox.updateGlobalPreferences({ preferences: [{ channelType: 'email', enabled: false }] }),
    inbox.markAs(messageOf(1)._id, { read: true }),
  ]
  inbox.logout()
  standIn.release()
  await Promise.all(changes)
  const { session, organization, unseen, feeds, preferenceUpdate, globalPreferences } = inbox.getState()
  expect([session.status, session.token, organization.data, unseen.data]).toEqual([
    'idle',
    undefined,
    undefined,
    undefined,
  ])
  expect([feeds.size, preferenceUpdate, globalPreferences.data]).toEqual([0, null, undefined])
})

it('tells that a count cannot be read, and reads it when asked again', async () => {
  standIn.refused.add('GET /notifications/unseen')
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().unseen.error?.message).toBe('refused'), soon)
  standIn.refused.clear()
  await inbox.refetchCounts()
  expect(inbox.getState().unseen).toMatchObject({ data: 1, error: null })
})

it('begins again when someone asks after it failed', async () => {
  standIn.refused.add('POST /session/initialize')
  inbox.watchFeed()
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().session.status).toBe('failed'), soon)
  expect(inbox.getState().session.error?.message).toBe('refused')
  await inbox.refetchFeed()
  expect(inbox.getState().session.status).toBe('failed')
  standIn.refused.clear()
  await inbox.refetchFeed()
  expect(list()?.items).toHaveLength(1)
  await vi.waitFor(isThere, soon)
})
