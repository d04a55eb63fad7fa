import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/ui/when-idle.ts'

/** A dialog or a drawer whose code comes once the page has come to rest, or when it is opened before. */
export const lazyWindow = <Props extends { opened?: boolean }>(load: () => Promise<ComponentType<Props>>) => {
  const Content: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props: Props) => {
    const isOpen = props.opened !== false
    const [isWanted, setWanted] = useState(isOpen)
    if (isOpen && !isWanted) setWanted(true)
    // What does not come ahead comes when it is opened, and says then why it does not.
    useEffect(() => whenIdle(() => void load().catch(() => {})), [])
    return isWanted ? <Suspense>{createElement(Content, props)}</Suspense> : null
  }
}
