import { type ReactElement, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useInboxState } from '../react/context.ts'
import type { INotificationCenterProps } from '../react/notification-center.ts'
import { useTranslations } from '../react/translations.tsx'
import { useNotifications } from '../react/use-notifications.ts'
import { useCss } from '../theme/adopt.ts'
import { InboxRoot } from '../theme/root.tsx'
import { useStyle } from '../theme/styles.tsx'
import { useNovuTheme } from '../theme/theme.tsx'
import type { ColorScheme, FilledTheme, INovuThemePopoverProvider } from '../theme/types.ts'
import { Announcer } from './announcer.tsx'
import { useUnseenCallback } from './center/use-unseen-callback.ts'
import { cx } from './cx.ts'
import { focusedElement, trapTab } from './floating/focus.ts'
import { useDismiss } from './floating/use-dismiss.ts'
import { type Placement, useFloating } from './floating/use-floating.ts'
import { useMediaQuery } from './floating/use-media-query.ts'
import { usePresence } from './floating/use-presence.ts'
import { useScrollLock } from './floating/use-scroll-lock.ts'
import { useTrigger } from './floating/use-trigger.ts'
import { Icon } from './icons.tsx'
import { CloseContext } from './item/use-item.ts'
import css from './popover.css?inline'
import { useOpenedParts } from './use-opened-parts.ts'

export interface PopoverNotificationCenterProps extends INotificationCenterProps {
  /** The bell. Whether it is a button by itself or not, a click and the keyboard open and close the popover. */
  children: (bell: { unseenCount: number | undefined; theme: FilledTheme }) => ReactElement
  /** Light unless given. */
  colorScheme?: ColorScheme | undefined
  theme?: INovuThemePopoverProvider | undefined
  /** Between bell and popover in px, over the 8 that are always there. */
  offset?: number | undefined
  /** On which side of the bell the popover stands, if there is room. */
  position?: Placement | undefined
  /** Makes the host decide; it hears of what is wished for by `onOpenChange`. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

const gap = 8
const transition = 150

/** A bell that opens the list of notifications: a popover, or a sheet over the whole screen of a phone. */
export function PopoverNotificationCenter(props: PopoverNotificationCenterProps) {
  const { children, colorScheme, theme, offset, position, open, onOpenChange, ...center } = props
  const { onUnseenCountChanged, ...inner } = center
  useUnseenCallback(
    useInboxState((state) => state.unseen.data),
    onUnseenCountChanged,
  )
  return (
    <InboxRoot inline colorScheme={colorScheme} theme={theme}>
      <Popover offset={offset} position={position} open={open} onOpenChange={onOpenChange} bell={children} {...inner} />
    </InboxRoot>
  )
}

type PopoverProps = Omit<PopoverNotificationCenterProps, 'children' | 'colorScheme' | 'theme'> & {
  bell: PopoverNotificationCenterProps['children']
}

function Popover({ bell, offset = 0, position = 'bottom-end', open, onOpenChange, ...center }: PopoverProps) {
  useCss(css)
  const { theme } = useNovuTheme()
  const unseenCount = useInboxState((state) => state.unseen.data)
  const [isOpen, setOpen] = useOpen(open, onOpenChange)
  const anchor = useRef<HTMLSpanElement>(null)
  const parts = useOpenedParts(isOpen, anchor, () => setOpen(false))
  const isShown = isOpen && parts !== undefined
  const isPresent = usePresence(isShown, transition)
  const dialog = useRef<HTMLDivElement>(null)
  const id = useId()
  const focusTrigger = useTrigger({ place: anchor, isOpen, controls: id, onToggle: () => setOpen(!isOpen) })
  const isSheet = useMediaQuery('(max-width: 479.98px)')
  useSeenOnClose(isOpen)
  useScrollLock(isShown && isSheet)
  useFocusInside(isShown, dialog, focusTrigger)
  useDismiss(isOpen, [anchor, dialog], (reason) => {
    if (reason === 'press') focusAfterPress(anchor, focusTrigger)
    setOpen(false)
  })
  useFloating({
    isOpen: isShown,
    isPlaced: !isSheet,
    anchor,
    floating: dialog,
    placement: position,
    distance: gap + offset,
    place: parts?.placeBeside,
  })
  return (
    <>
      <span ref={anchor} className="nc-popover-target">
        {bell({ unseenCount, theme })}
      </span>
      {!isOpen && <Announcer />}
      {isPresent && parts && (
        <Dialog id={id} place={dialog} isSheet={isSheet} hasHeader={!center.header} onClose={() => setOpen(false)}>
          <parts.Center {...center} />
        </Dialog>
      )}
    </>
  )
}

/** Kept here, or by the host. */
function useOpen(open: boolean | undefined, onOpenChange: ((open: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false)
  const set = (next: boolean) => {
    if (open === undefined) setOwn(next)
    onOpenChange?.(next)
  }
  return [open ?? own, set] as const
}

/** What was on screen has been seen when the popover closes, whoever closes it. */
function useSeenOnClose(isOpen: boolean) {
  const { markFetchedNotificationsAsSeen } = useNotifications()
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) void markFetchedNotificationsAsSeen()
    wasOpen.current = isOpen
  }, [isOpen, markFetchedNotificationsAsSeen])
}

/** The focus goes into the dialog when it opens, and back to the bell when it closes with the focus inside. */
function useFocusInside(isOpen: boolean, dialog: RefObject<HTMLElement | null>, focusTrigger: () => void) {
  const giveBack = useRef(focusTrigger)
  useEffect(() => {
    giveBack.current = focusTrigger
  })
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    element.focus({ preventScroll: true })
    return () => {
      const focused = focusedElement(element)
      if (!focused || focused === document.body || element.contains(focused)) giveBack.current()
    }
  }, [isOpen, dialog])
}

/** A press beside the dialog on something that takes no focus leaves it nowhere: then the bell has it. */
function focusAfterPress(near: RefObject<HTMLElement | null>, focusTrigger: () => void) {
  const check = () => {
    const focused = near.current && focusedElement(near.current)
    if (!focused || focused === document.body) focusTrigger()
  }
  document.addEventListener('click', check, { once: true })
}

function Dialog(props: {
  id: string
  place: RefObject<HTMLDivElement | null>
  isSheet: boolean
  hasHeader: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { place, isSheet, onClose } = props
  const { t } = useTranslations()
  const dropdown = useStyle('popover.dropdown')
  const arrow = useStyle('popover.arrow')
  return (
    <div
      ref={place}
      id={props.id}
      className={cx('nc-popover', isSheet && 'nc-popover-sheet', !props.hasHeader && 'nc-popover-headless', dropdown)}
      popover="manual"
      role="dialog"
      aria-modal="true"
      aria-label={t('notifications')}
      tabIndex={-1}
      onKeyDown={(event) => place.current && trapTab(place.current, event)}
    >
      {isSheet && (
        <button
          type="button"
          className="nc-icon-button nc-popover-close"
          data-test-id="popover-close"
          aria-label={t('close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      )}
      <CloseContext.Provider value={onClose}>{props.children}</CloseContext.Provider>
      {!isSheet && <span className={cx('nc-popover-arrow', arrow)} data-pointer="" aria-hidden="true" />}
    </div>
  )
}
