import { vi } from 'vitest'

/** Gives elements a size, so that virtualized lists render their rows. */
export const giveSizes = () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: (entries: unknown[]) => void
      constructor(tell: (entries: unknown[]) => void) {
        this.tell = tell
      }
      observe(target: Element) {
        const height = target.matches('[role=log], section') ? 600 : 50
        queueMicrotask(() => this.tell([{ target, contentRect: { width: 800, height } }]))
      }
      unobserve() {}
      disconnect() {}
    },
  )
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  Element.prototype.scrollTo = function scrollTo(this: Element, options?: number | ScrollToOptions) {
    if (typeof options === 'object') this.scrollTop = options.top ?? 0
    this.dispatchEvent(new Event('scroll'))
  }
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(() => document.body)
}
