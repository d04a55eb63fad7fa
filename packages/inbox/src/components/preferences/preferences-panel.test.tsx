import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { IUserPreferenceSettings } from '../../client/wire.ts'
import { NovuProvider } from '../../react/provider.tsx'
import { render, until, untilTriedAgain } from '../../test/render.tsx'
import { type StandIn, startStandIn } from '../../test/stand-in.ts'
import { SubscriberPreference, type SubscriberPreferenceProps } from '../subscriber-preference.tsx'

const workflow = (name: string, channels: Record<string, boolean>, critical = false): IUserPreferenceSettings => ({
  template: { _id: name.replaceAll(' ', '-'), name, critical },
  preference: { enabled: true, channels },
})

// Each begins a session of its own and waits for answers.
vi.setConfig({ testTimeout: 120_000 })

let standIn: StandIn
const start = async (workflows: IUserPreferenceSettings[]) => {
  standIn = await startStandIn({ ana: [] }, workflows)
}
// The stand-in has no socket, and the inbox tells the console so.
const complain = vi.fn()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(complain))
afterEach(async () => {
  await standIn.stop()
  vi.restoreAllMocks()
  localStorage.clear()
})

const renderInside = (element: ReactNode, lang = 'en') => {
  const inside = (children: ReactNode) => (
    <NovuProvider applicationIdentifier="shop" subscriberId="ana" backendUrl={standIn.url} i18n={lang}>
      {children}
    </NovuProvider>
  )
  const { holder, show } = render(inside(element))
  return { holder, show: (next: ReactNode) => show(inside(next)) }
}
const show = (props: SubscriberPreferenceProps = {}, lang = 'en') =>
  renderInside(<SubscriberPreference {...props} />, lang).holder

const all = (holder: Element, testId: string) => [...holder.querySelectorAll<HTMLElement>(`[data-test-id="${testId}"]`)]
const headers = (holder: Element) => [...holder.querySelectorAll<HTMLElement>('.nc-accordion-control')]
const switches = (holder: Element) => [...holder.querySelectorAll<HTMLInputElement>('[role="switch"]')]
const press = (element: Element | null | undefined) => act(() => (element as HTMLElement).click())
const openItem = (holder: Element, name: string) =>
  press(headers(holder).find((header) => header.textContent?.startsWith(name)))

it('lists the workflows that can be chosen, with the names of the channels that are on', async () => {
  await start([
    workflow('Order left', { email: true, in_app: true, sms: false }),
    workflow('Password changed', { email: true }, true),
    workflow('Nothing to send', {}),
    workflow('News', { push: false, pigeon: true }),
  ])
  const holder = show()
  expect(all(holder, 'workflow-list-item')).toHaveLength(0)
  await until(() => expect(all(holder, 'workflow-list-item')).toHaveLength(2))
  const [order, news] = all(holder, 'workflow-list-item')
  expect(order?.querySelector('[data-test-id="workflow-active-channels"]')?.textContent).toBe('In App, Email')
  expect(news?.textContent).toBe('News')
  expect(headers(holder)[0]?.textContent).toBe('All notificationsIn App, Email, SMS, Push')
})

it('leaves out what the host hides', async () => {
  await start([workflow('Order left', { email: true }), workflow('News', { email: true })])
  const { holder, show: showNow } = renderInside(<SubscriberPreference />)
  await until(() => expect(all(holder, 'workflow-list-item')).toHaveLength(2))
  showNow(<SubscriberPreference preferenceFilter={({ template }) => template.name !== 'News'} />)
  expect(all(holder, 'workflow-list-item').map(({ textContent }) => textContent)).toEqual(['Order leftEmail'])
})

it('passes over a channel that it does not know', async () => {
  await start([workflow('Order left', { in_app: true, carrier_pigeon: true, email: true })])
  const holder = show()
  await until(() => expect(headers(holder)).toHaveLength(2))
  expect(all(holder, 'workflow-active-channels')[0]?.textContent).toBe('In App, Email')
  openItem(holder, 'Order left')
  expect(all(holder, 'channel-preference-item').map(({ textContent }) => textContent)).toEqual(['In App', 'Email'])
})

it('puts the workflows of several groups under the headings of their groups', async () => {
  const inGroup = (name: string, group: string) => {
    const item = workflow(name, { email: true })
    return { ...item, template: { ...item.template, group } }
  }
  await start([inGroup('Bill', 'Billing'), inGroup('Delivery', 'Orders')])
  const holder = show()
  await until(() => expect(all(holder, 'workflow-list-item')).toHaveLength(2))
  const groups = [...holder.querySelectorAll('section')].map((section) => [
    section.querySelector('h2')?.textContent,
    all(section, 'workflow-list-item').map((item) => item.querySelector('.nc-accordion-label')?.textContent),
  ])
  expect(groups.filter(([heading]) => heading)).toEqual([
    ['Billing', ['BillEmail']],
    ['Orders', ['DeliveryEmail']],
  ])
})

it('opens one workflow at a time, and moves between them by the arrow keys', async () => {
  await start([workflow('One', { email: true }), workflow('Two', { email: true })])
  const holder = show()
  await until(() => expect(headers(holder)).toHaveLength(3))
  const open = () => headers(holder).map((header) => header.getAttribute('aria-expanded'))
  openItem(holder, 'One')
  expect(open()).toEqual(['false', 'true', 'false'])
  openItem(holder, 'Two')
  expect(open()).toEqual(['false', 'false', 'true'])
  openItem(holder, 'Two')
  expect(open()).toEqual(['false', 'false', 'false'])
  const key = (name: string) =>
    act(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
  headers(holder)[0]?.focus()
  key('ArrowDown')
  expect(document.activeElement).toBe(headers(holder)[1])
  key('End')
  expect(document.activeElement).toBe(headers(holder)[2])
  key('ArrowDown')
  expect(document.activeElement).toBe(headers(holder)[0])
})

it('shows a change at once, holds the other switches meanwhile, and says that it was saved for a while', async () => {
  await start([workflow('Order left', { email: false, in_app: true })])
  const holder = show()
  await until(() => expect(headers(holder)).toHaveLength(2))
  openItem(holder, 'Order left')
  const [inApp, email] = switches(holder)
  press(email)
  expect(email?.checked).toBe(true)
  expect([inApp?.disabled, email?.disabled]).toEqual([true, false])
  expect(all(holder, 'channel-preference-item-loader')).toHaveLength(1)
  expect(holder.textContent).not.toContain('Saved')
  await until(() => expect(holder.querySelector('[role="status"]:not(:empty)')?.textContent).toBe('Saved'))
  expect(all(holder, 'workflow-active-channels')[0]?.textContent).toBe('In App, Email')
  expect([inApp?.disabled, email?.checked]).toEqual([false, true])
  expect(all(holder, 'channel-preference-item-loader')).toHaveLength(0)
  await until(() => expect(holder.textContent).not.toContain('Saved'))
  expect(standIn.sent('PATCH /preferences/Order-left')).toEqual([{ channel: { type: 'email', enabled: true } }])
})

it('takes a change back that was refused, without a word but to the host', async () => {
  await start([workflow('Order left', { email: true })])
  standIn.refused.add('PATCH')
  const onError = vi.fn()
  const { holder } = renderInside(<SubscriberPreference onError={onError} />)
  await until(() => expect(headers(holder)).toHaveLength(2))
  openItem(holder, 'Order left')
  press(switches(holder)[0])
  expect(switches(holder)[0]?.checked).toBe(false)
  await until(() => expect(switches(holder)[0]?.checked).toBe(true))
  expect(onError).toHaveBeenCalledOnce()
  expect(holder.querySelector('[role="alert"], [role="status"]:not(:empty)')).toBeNull()
  expect(switches(holder)[0]?.disabled).toBe(false)
  openItem(holder, 'All notifications')
  press(switches(holder)[0])
  await until(() => expect(onError).toHaveBeenCalledTimes(2))
  expect(switches(holder).map(({ checked }) => checked)).toEqual([true, true])
  expect(holder.querySelector('[role="alert"], [role="status"]:not(:empty)')).toBeNull()
  standIn.refused.clear()
  press(switches(holder)[1])
  await until(() => expect(holder.querySelector('[role="status"]:not(:empty)')?.textContent).toBe('Saved'))
  expect(switches(holder)[1]?.checked).toBe(false)
})

it('shows what the server answers to a change in place of the workflow', async () => {
  await start([workflow('Order left', { in_app: true, email: true })])
  const renamed = workflow('Order left', { in_app: false, email: false, sms: true })
  standIn.given.set('PATCH /preferences/Order-left', {
    ...renamed,
    template: { ...renamed.template, name: 'Order left, renamed' },
  })
  const holder = show()
  await until(() => expect(headers(holder)).toHaveLength(2))
  openItem(holder, 'Order left')
  press(switches(holder)[1])
  await until(() => expect(all(holder, 'channel-preference-item')).toHaveLength(3))
  expect(headers(holder)[1]?.textContent).toBe('Order left, renamedSMS')
  expect(switches(holder).map(({ checked }) => checked)).toEqual([false, false, true])
})

it('shows a channel as off everywhere that is off for all notifications', async () => {
  await start([workflow('Order left', { email: true, in_app: true })])
  const holder = show()
  await until(() => expect(headers(holder)).toHaveLength(2))
  openItem(holder, 'Order left')
  openItem(holder, 'All notifications')
  const [, , inApp, email] = switches(holder)
  press(switches(holder)[1])
  expect(email?.checked).toBe(false)
  await until(() => expect(holder.querySelector('[role="status"]:not(:empty)')?.textContent).toBe('Saved'))
  expect([inApp?.checked, email?.checked, email?.disabled]).toEqual([true, false, true])
  expect(all(holder, 'workflow-active-channels')[0]?.textContent).toBe('In App')
  expect(standIn.sent('PATCH /preferences')).toEqual([
    { preferences: [{ channelType: 'email', type: 'email', enabled: false }] },
  ])
  standIn.given.set('PATCH /preferences', { preference: { enabled: true, channels: { email: true } } })
  press(switches(holder)[1])
  await until(() => expect(all(holder, 'workflow-active-channels')[0]?.textContent).toBe('In App, Email'))
  await until(() => expect(email?.disabled).toBe(false))
})

it('says that it loads', async () => {
  await start([workflow('Order left', { email: true })])
  standIn.hold()
  const holder = show()
  await until(() => expect(standIn.requests).toHaveLength(1))
  standIn.holdNoMore()
  const loading = () => holder.querySelector('[role="status"][aria-label="Loading"]')
  expect(loading()).not.toBeNull()
  standIn.release()
  await until(() => expect(all(holder, 'workflow-list-item')).toHaveLength(1))
  expect(loading()).toBeNull()
})

it('says when there is nothing to choose', async () => {
  await start([workflow('Password changed', { email: true }, true)])
  const holder = show()
  await until(() => expect(holder.textContent).toBe('No preferences available'))
})

it('says when it could not be loaded, and tries again', async () => {
  await start([workflow('Order left', { email: true })])
  standIn.refused.add('GET /preferences')
  const holder = show()
  await untilTriedAgain(() => expect(holder.querySelector('[role="alert"]')).not.toBeNull())
  standIn.refused.clear()
  press(holder.querySelector('[role="alert"] button'))
  await until(() => expect(all(holder, 'workflow-list-item')).toHaveLength(1))
})

it('says nothing when the session cannot begin', async () => {
  await start([workflow('Order left', { email: true })])
  standIn.refused.add('POST /session/initialize')
  const holder = show()
  await untilTriedAgain(() =>
    expect(complain).toHaveBeenCalledWith('Failed to initialize the session', expect.stringContaining('refused')),
  )
  expect(standIn.asked('POST /session/initialize')).toBe(4)
  expect(holder.textContent).toBe('')
})

it('speaks the language of its host, and is laid out in its direction', async () => {
  await start([workflow('Order left', { email: true, in_app: true })])
  const holder = show({ colorScheme: 'dark' }, 'ar')
  await until(() => expect(all(holder, 'workflow-active-channels')[0]?.textContent).toContain('، '))
  const root = holder.querySelector('.nc-root')
  expect([root?.getAttribute('dir'), root?.getAttribute('lang')]).toEqual(['rtl', 'ar'])
  expect(root?.getAttribute('data-color-scheme')).toBe('dark')
})
