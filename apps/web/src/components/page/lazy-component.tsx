import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

/** A part of a page, such as a drawer or a tab, whose code comes when it is shown first; `waiting` stands there until then. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> => {
  const Content: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense fallback={waiting}>{createElement(Content, props)}</Suspense>
}
