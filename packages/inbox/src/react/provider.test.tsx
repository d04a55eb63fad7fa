import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { render, until } from '../test/render.tsx'
import { messageOf, type StandIn, startStandIn } from '../test/stand-in.ts'
import { type INovuProviderProps, NovuProvider } from './provider.tsx'
import { useNotifications } from './use-notifications.ts'
import { useNovuContext } from './use-session.ts'

let standIn: StandIn
beforeEach(async () => {
  // The stand-in has no socket, and the inbox tells the console so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  standIn = await startStandIn({ ana: [messageOf(2), messageOf(1)], bia: [messageOf(3, { seen: true })] })
})
afterEach(async () => {
  await standIn.stop()
  vi.restoreAllMocks()
  localStorage.clear()
})

const fetching = { fetchNotifications: true }

function Provider(props: INovuProviderProps) {
  return (
    <NovuProvider
      applicationIdentifier="shop"
      subscriberId="ana"
      backendUrl={standIn.url}
      initialFetchingStrategy={fetching}
      {...props}
    />
  )
}

function List() {
  const { notifications, unseenCount, isLoading } = useNotifications()
  const { subscriberId, isSessionInitialized, logout } = useNovuContext()
  return (
    <>
      <output>{`${subscriberId} ${isSessionInitialized} ${isLoading} ${unseenCount}`}</output>
      <ul>
        {notifications?.map(({ _id, content }) => (
          <li key={_id}>{content}</li>
        ))}
      </ul>
      <button type="button" onClick={logout}>
        End
      </button>
    </>
  )
}

const stateOf = (holder: HTMLElement) => holder.querySelector('output')?.textContent
const itemsOf = (holder: HTMLElement) => [...holder.querySelectorAll('li')].map(({ textContent }) => textContent)

describe('a provider', () => {
  it('begins one session, also in strict mode, and tells of its organization once', async () => {
    const onLoad = vi.fn()
    const { holder, show } = render(
      <StrictMode>
        <Provider onLoad={onLoad}>
          <List />
        </Provider>
      </StrictMode>,
    )
    expect(stateOf(holder)).toBe('ana false true 0')
    await until(() => expect(stateOf(holder)).toBe('ana true false 2'))
    expect(itemsOf(holder)).toEqual(['Order 2 left', 'Order 1 left'])
    await until(() => expect(onLoad).toHaveBeenCalledWith({ organization: { _id: 'organization', name: 'Shop' } }))
    show(
      <StrictMode>
        <Provider onLoad={() => onLoad()}>
          <List />
        </Provider>
      </StrictMode>,
    )
    expect(onLoad).toHaveBeenCalledTimes(1)
    const once = ['POST /session/initialize', 'GET /organization', 'GET /notifications/unseen']
    expect(once.map(standIn.asked)).toEqual([1, 1, 1])
  })

  it('asks for nothing that no one shows and the strategy leaves out', async () => {
    const { holder } = render(
      <Provider initialFetchingStrategy={{ fetchOrganization: false, fetchUnreadCount: false }}>
        <List />
      </Provider>,
    )
    await until(() => expect(stateOf(holder)).toBe('ana true false 2'))
    expect(standIn.requests).toEqual(['POST /session/initialize', 'GET /notifications/unseen'])
  })

  it('asks for nothing before it knows whose notifications to show', async () => {
    const { holder, show } = render(
      <Provider subscriberId={undefined}>
        <List />
      </Provider>,
    )
    await until(() => expect(stateOf(holder)).toBe('undefined false true 0'))
    expect(standIn.requests).toEqual([])
    show(
      <Provider>
        <List />
      </Provider>,
    )
    await until(() => expect(itemsOf(holder)).toHaveLength(2))
  })

  it('leaves nothing of one subscriber to the next', async () => {
    const { holder, show } = render(
      <Provider>
        <List />
      </Provider>,
    )
    await until(() => expect(itemsOf(holder)).toHaveLength(2))
    expect(localStorage.getItem('widget_user_auth_token')).toBe('ana')
    const before = standIn.tokens.length
    show(
      <Provider subscriberId="bia">
        <List />
      </Provider>,
    )
    expect([stateOf(holder), itemsOf(holder), localStorage.length]).toEqual(['bia false true 0', [], 0])
    await until(() => expect(itemsOf(holder)).toEqual(['Order 3 left']))
    expect(stateOf(holder)).toBe('bia true false 0')
    expect(localStorage.getItem('widget_user_auth_token')).toBe('bia')
    expect(standIn.tokens.slice(before)).not.toContain('ana')
  })

  it('ends a session when it is asked to', async () => {
    const { holder } = render(
      <Provider>
        <List />
      </Provider>,
    )
    await until(() => expect(itemsOf(holder)).toHaveLength(2))
    holder.querySelector('button')?.click()
    await until(() => expect(itemsOf(holder)).toEqual([]))
    expect([stateOf(holder)?.startsWith('ana false'), localStorage.length]).toEqual([true, 0])
  })

  it('asks for no more once it is gone', async () => {
    const { unmount } = render(
      <Provider>
        <List />
      </Provider>,
    )
    await until(() => expect(standIn.asked('GET /notifications/feed')).toBeGreaterThan(0))
    unmount()
    const { length } = standIn.requests
    window.dispatchEvent(new Event('focus'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(standIn.requests).toHaveLength(length)
  })
})
