import type { ChannelType } from '../../client/wire.ts'
import { cx } from '../cx.ts'

/** Drawn on a square of 20 units with strokes of 1.5, like the other icons. */
const drawings: Readonly<Record<ChannelType, string>> = {
  in_app:
    'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 3.75-1.5 4.75-1.5 6h12c0-1.25-1.5-2.25-1.5-6A4.5 4.5 0 0 0 10 3ZM8.25 16.25a1.9 1.9 0 0 0 3.5 0',
  email:
    'M4.5 4.5h11a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14V6a1.5 1.5 0 0 1 1.5-1.5ZM3.5 6l6.5 5 6.5-5',
  sms: 'M4.5 3.75h11A1.5 1.5 0 0 1 17 5.25v7.5a1.5 1.5 0 0 1-1.5 1.5H9L5.5 17v-2.75h-1A1.5 1.5 0 0 1 3 12.75v-7.5a1.5 1.5 0 0 1 1.5-1.5ZM6.75 9h.01M10 9h.01M13.25 9h.01',
  push: 'M6.75 2.75h6.5a1.5 1.5 0 0 1 1.5 1.5v11.5a1.5 1.5 0 0 1-1.5 1.5h-6.5a1.5 1.5 0 0 1-1.5-1.5V4.25a1.5 1.5 0 0 1 1.5-1.5ZM8.75 14.75h2.5',
  chat: 'M4 3.5h7.5a1.25 1.25 0 0 1 1.25 1.25v4.5a1.25 1.25 0 0 1-1.25 1.25H7L4.5 12.75V10.5H4a1.25 1.25 0 0 1-1.25-1.25v-4.5A1.25 1.25 0 0 1 4 3.5ZM15.25 7.5H16a1.25 1.25 0 0 1 1.25 1.25v4A1.25 1.25 0 0 1 16 14h-.5v2.25L13 14H9.75a1.25 1.25 0 0 1-1.2-.9',
}

/** The sign of a channel, in the color of the text around it; nothing to a screen reader. */
export function ChannelIcon({ channel, className }: { channel: ChannelType; className?: string }) {
  return (
    <svg className={cx('nc-icon', className)} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={drawings[channel]} />
    </svg>
  )
}
