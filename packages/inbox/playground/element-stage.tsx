import '../src/embed.ts'
import { createElement, useEffect, useRef } from 'react'
import { backendOf } from './identity.ts'
import type { StageProps } from './stage.tsx'

const events = ['session-loaded', 'notification-clicked', 'unseen-count-changed', 'action-clicked', 'tab-clicked']

/** The elements of the script tag, given what they show by attributes. */
export function ElementStage({ params, identity, note }: StageProps) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const place = element.current
    const tell = (event: Event) => note(event.type, event instanceof CustomEvent ? event.detail : null)
    for (const name of events) place?.addEventListener(name, tell)
    return () => {
      for (const name of events) place?.removeEventListener(name, tell)
    }
  }, [note])
  const tag = params.kind === 'element' ? 'notification-center-component' : 'notification-center-content-component'
  return createElement(tag, {
    ref: element,
    'application-identifier': identity.applicationIdentifier,
    'subscriber-id': identity.subscriberId,
    'subscriber-hash': identity.subscriberHash,
    'backend-url': backendOf(identity, params),
    'socket-url': identity.socketUrl,
    'color-scheme': params.scheme,
    i18n: params.lang,
    'show-user-preferences': String(params.preferences),
    'allowed-notification-actions': String(params.menu),
    ...(params.brand && { theme: JSON.stringify({ common: { primaryColor: params.brand } }) }),
  })
}
