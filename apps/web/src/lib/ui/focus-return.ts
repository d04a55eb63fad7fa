const remembered = 8
const portal = '[data-mantine-shared-portal-node]'

const canTake = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert], [aria-hidden=true]') === null

/**
 * Brings the focus back to where it was before a dialog that is gone. The library does so for dialogs that are closed,
 * and not for those that are taken away while they are open; a menu that opened one is gone by then, what opened the
 * menu is not.
 */
export const returnFocus = (): (() => void) => {
  let last: HTMLElement[] = []
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = [target, ...last.filter((element) => element !== target && element.isConnected)].slice(0, remembered)
  }
  // What somebody left for nothing else, like a field by Escape, is no place to come back to.
  const onLeave = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    setTimeout(() => {
      if (target.isConnected && document.activeElement === document.body) {
        last = last.filter((element) => element !== target)
      }
    })
  }
  const isHint = (node: Node) =>
    node instanceof Element && (node.matches('[role=tooltip]') || node.querySelector('[role=tooltip]') !== null)
  const onRemoved = (changes: MutationRecord[]) => {
    // A hint that goes away never had the focus.
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => !isHint(node)))) return
    // The library may know a better place, and takes a moment to go there.
    setTimeout(() => {
      if (document.activeElement === document.body) last.find(canTake)?.focus({ preventScroll: true })
    }, 20)
  }
  const dialogs = new MutationObserver(onRemoved)
  const watch = () => {
    const node = document.querySelector(portal)
    if (!node) return
    dialogs.observe(node, { childList: true })
    page.disconnect()
  }
  // The element of all dialogs is made with the first one.
  const page = new MutationObserver(watch)
  page.observe(document.body, { childList: true })
  watch()
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onLeave)
  return () => {
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onLeave)
    dialogs.disconnect()
    page.disconnect()
  }
}
