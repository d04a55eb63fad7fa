import { Loader, Popover } from '@mantine/core'
import { type ReactElement, Suspense } from 'react'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import type { Change } from './changes.ts'
import type { PickerProps, Standing } from './pickers.tsx'

const pickers = {
  assign: lazyCode(async () => (await import('./pickers.tsx')).AssignPicker),
  labels: lazyCode(async () => (await import('./pickers.tsx')).LabelPicker),
  priority: lazyCode(async () => (await import('./pickers.tsx')).PriorityPicker),
  snooze: lazyCode(async () => (await import('./pickers.tsx')).SnoozePicker),
  macros: lazyCode(async () => (await import('./pickers.tsx')).MacroPicker),
} satisfies Record<string, React.ComponentType<PickerProps>>
export type PickerKind = keyof typeof pickers

type Props = {
  kind: PickerKind
  opened: boolean
  onOpened: (opened: boolean) => void
  standing: Standing
  onChange: (change: Change) => void
  label: string
  /** Off where what is wrapped holds the button, and is none itself. */
  withRoles?: boolean
  /** What opens the picker; a click on it is for the caller to handle. */
  children: ReactElement
}

/** Holds the focus until the list has loaded, so that the dialog handles keys from the start. */
const Loading = () => (
  <div tabIndex={-1} data-autofocus>
    <Loader size="xs" m="sm" />
  </div>
)

/** A button with a list to choose from; the list is loaded when it is first opened. Labels stay open, others close. */
export const PickerButton = ({
  kind,
  opened,
  onOpened,
  standing,
  onChange,
  label,
  withRoles = true,
  children,
}: Props) => {
  const Picker = pickers[kind]
  const onPicked = (change: Change) => {
    if (kind !== 'labels') onOpened(false)
    onChange(change)
  }
  return (
    <Popover
      opened={opened}
      onChange={onOpened}
      position="bottom-end"
      shadow="md"
      width={310}
      trapFocus
      returnFocus
      withinPortal
      withRoles={withRoles}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={8} role="dialog" aria-label={label}>
        <Suspense fallback={<Loading />}>
          <Picker standing={standing} onChange={onPicked} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
