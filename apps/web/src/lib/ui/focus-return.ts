const remembered = 8
const portal = '[data-mantine-shared-portal-node]'

const canTake = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert], [aria-hidden=true]') === null

/**
 * Returns the focus to where it was before an unmounted dialog. The library does so for dialogs that it saw open and
 * close, but not for those that are unmounted while open. A menu that opened the dialog is gone by then, but the control that
 * opened the menu is not.
 */
export const returnFocus = (): (() => void) => {
  let last: HTMLElement[] = []
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = [target, ...last.filter((element) => element !== target && element.isConnected)].slice(0, remembered)
  }
  // An element that was blurred without a new focus, such as a field on Escape, is not a place to return to.
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
    // A tooltip that disappears never had the focus.
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => !isHint(node)))) return
    // The library may have a better target, and focuses it a moment later.
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
  // The container of all dialogs is created with the first one.
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
