import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type StandIn, startStandIn } from '../test/stand-in.ts'
import { createInbox } from './inbox.ts'
import type { Inbox } from './types.ts'

const soon = { timeout: 60_000, interval: 5 }

let standIn: StandIn
let inbox: Inbox
beforeEach(async () => {
  // The stand-in has no socket, and the inbox tells the console so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  standIn = await startStandIn({ ana: [] })
  inbox = createInbox({ backendUrl: standIn.url, applicationIdentifier: 'shop', subscriberId: 'ana' })
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().session.status).toBe('ready'), soon)
})
afterEach(async () => {
  inbox.stop()
  await standIn.stop()
  vi.restoreAllMocks()
})

const choices = {
  'GET /preferences/global': {
    read: () => inbox.refetchGlobalPreferences(),
    save: () => inbox.updateGlobalPreferences({ preferences: [{ channelType: 'email', enabled: false }] }),
    state: () => inbox.getState().globalPreferences,
  },
  'GET /preferences': {
    read: () => inbox.refetchPreferences(),
    save: () => inbox.updatePreference({ templateId: 'workflow', channelType: 'email', checked: false }),
    state: () => inbox.getState().preferences,
  },
} as const

it.each([
  ['GET /preferences/global', 'saved'],
  ['GET /preferences/global', 'refused'],
  ['GET /preferences', 'saved'],
  ['GET /preferences', 'refused'],
] as const)('a choice that is made during %s is %s, and read once more', async (path, outcome) => {
  const { read, save, state } = choices[path]
  await read()
  if (outcome === 'refused') standIn.refused.add('PATCH /preferences')
  standIn.hold()
  const reading = read()
  await vi.waitFor(() => expect(standIn.asked(path)).toBe(2), soon)
  standIn.holdNoMore()
  const saved = await save().then(
    () => 'saved',
    () => 'refused',
  )
  standIn.release()
  await reading
  expect([saved, standIn.asked(path), state().isFetching]).toEqual([outcome, 3, false])
})
