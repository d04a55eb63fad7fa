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
  const onRemoved = (changes: MutationRecord[]) => {
    if (!changes.some(({ removedNodes }) => removedNodes.length > 0)) return
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
  return () => {
    document.removeEventListener('focusin', onFocus)
    dialogs.disconnect()
    page.disconnect()
  }
}
