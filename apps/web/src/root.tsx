import { Component, type ReactNode, Suspense, use, useSyncExternalStore } from 'react'
import { App } from './app.tsx'
import { RootError } from './components/page/root-error.tsx'
import type { Services } from './lib/api/services.ts'
import { missingTexts } from './lib/i18n/missing-texts.ts'
import classes from './root.module.css'

/** Catches what fails outside of the pages: what stands around them, and starting itself. */
class RootBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? <RootError error={failure.error} /> : this.props.children
  }
}

const useMissingTexts = () => useSyncExternalStore(missingTexts.subscribe, missingTexts.state)

/** Built-in words: there are none to be had in any language. */
const Starting = () => {
  const { names } = useMissingTexts()
  return (
    <div className={classes.starting} role="status" aria-label="Loading" data-testid="preloader">
      {names.size > 0 ? (
        <p className={classes.message}>We couldn't load this page's text. Trying again…</p>
      ) : (
        <svg className="start-dots" viewBox="0 0 56 14" aria-hidden="true">
          <circle cx="7" cy="7" r="6" />
          <circle cx="28" cy="7" r="6" />
          <circle cx="49" cy="7" r="6" />
        </svg>
      )}
    </div>
  )
}

const MissingTextsNotice = () => {
  const { names, givenUp } = useMissingTexts()
  if (names.size === 0) return null
  return (
    <div className={classes.notice} role="status">
      {givenUp ? "Some text couldn't be loaded." : "Some text couldn't be loaded. Trying again…"}
      {givenUp ? (
        <button type="button" onClick={() => window.location.reload()}>
          Reload this page
        </button>
      ) : null}
    </div>
  )
}

const Started = ({ services }: { services: Promise<Services> }) => (
  <>
    <App services={use(services)} />
    <MissingTextsNotice />
  </>
)

/** All there is: the app once its services are there, within a preloader and an error boundary. */
export const Root = ({ services }: { services: Promise<Services> }) => (
  <RootBoundary>
    <Suspense fallback={<Starting />}>
      <Started services={services} />
    </Suspense>
  </RootBoundary>
)
