import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { toasts } from '#web/lib/ui/toast-list.ts'
import { setViewport } from './viewport.ts'

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Nothing comes into view, unless a test says that everything is.
globalThis.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => []
}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}
setViewport('desktop')
/** Long enough for a machine that does other things besides; who waits for what comes waits no longer than it takes. */
configure({ asyncUtilTimeout: 60_000 })

// Runs before each test file, in a process that others ran in before.
const showToast = toasts.show
let failures: string[] = []

beforeEach(() => {
  failures = []
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    failures.push(parts.map(String).join(' '))
  })
  // Toasts stay: on a busy machine they would be gone before a test gets to read them.
  vi.spyOn(toasts, 'show').mockImplementation((toast) => showToast({ ...toast, milliseconds: null }))
})

afterEach(() => {
  cleanup()
  // They are kept for the whole file.
  toasts.clean()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  setViewport('desktop')
  if (failures.length > 0) throw new Error(`The console showed errors:\n${failures.join('\n')}`)
})

/** Console errors of the running test; a test that expects one takes it out. */
export const takeConsoleErrors = (): string[] => failures.splice(0)
