import { Component, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from '../test/render.tsx'
import { useInbox, useInboxState } from './context.ts'
import { useNotificationCenter } from './notification-center.ts'
import { useTranslations } from './translations.tsx'
import * as changes from './use-changes.ts'
import * as counts from './use-counts.ts'
import { useFetchNotifications } from './use-fetch-notifications.ts'
import { useNotifications } from './use-notifications.ts'
import { useFetchOrganization } from './use-organization.ts'
import * as preferences from './use-preferences.ts'
import { useConnectionStatus, useNovuContext, useSocket } from './use-session.ts'

class Boundary extends Component<{ children: ReactNode; told: (error: Error) => void }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: Error) {
    this.props.told(error)
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

const hooks: Record<string, () => unknown> = {
  useInbox,
  useInboxState: () => useInboxState((state) => state.unseen),
  useNovuContext,
  useSocket,
  useConnectionStatus,
  useNotifications,
  useNotificationCenter,
  useTranslations,
  useUnseenCount: counts.useUnseenCount,
  useUnreadCount: counts.useUnreadCount,
  useFeedUnseenCount: () => counts.useFeedUnseenCount({}),
  useFetchNotifications: () => useFetchNotifications({}),
  useFetchOrganization,
  ...preferences,
  ...changes,
}

it.each(Object.keys(hooks))('%s asks for the provider', (name) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const told = vi.fn()
  const Probe = () => {
    hooks[name]?.()
    return null
  }
  render(
    <Boundary told={told}>
      <Probe />
    </Boundary>,
  )
  expect(told.mock.calls[0]?.[0].message).toMatch(/^Wrap your component in .*NovuProvider/)
  vi.restoreAllMocks()
})
