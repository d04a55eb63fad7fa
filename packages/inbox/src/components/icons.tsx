import { cx } from './cx.ts'

/** Drawn on a square of 20 units with strokes of 1.5. */
const drawings = {
  bell: 'M10 2.75a4.75 4.75 0 0 0-4.75 4.75c0 3.9-1.6 4.9-1.6 6.1h12.7c0-1.2-1.6-2.2-1.6-6.1A4.75 4.75 0 0 0 10 2.75ZM8.1 16.25a2 2 0 0 0 3.8 0',
  dots: 'M4.75 10h.01M10 10h.01M15.25 10h.01',
  cog: 'M10 7.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2ZM8.6 2.75h2.8l.4 2 1.6.93 1.94-.66 1.4 2.42-1.54 1.35v1.42l1.54 1.35-1.4 2.42-1.94-.66-1.6.93-.4 2H8.6l-.4-2-1.6-.93-1.94.66-1.4-2.42 1.54-1.35V9.79L3.26 8.44l1.4-2.42 1.94.66 1.6-.93.4-3Z',
  check: 'm4.5 10.75 3.6 3.5 7.4-8.5',
  checks: 'm2.5 11 3.25 3.25L12 6.5M9.5 13.25l1 1L17.5 6.5',
  unread: 'M16.2 8.3a6.5 6.5 0 1 1-4.5-4.5M16 5.25h.01',
  archive: 'M3.25 4.5h13.5v3H3.25v-3Zm1.25 3v7a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-7M8.25 10.5h3.5',
  clock: 'M10 3.25a6.75 6.75 0 1 0 0 13.5 6.75 6.75 0 0 0 0-13.5ZM10 6.5V10l2.4 1.6',
  trash:
    'M3.75 5.5h12.5M7.75 5.25V3.5h4.5v1.75M5.25 5.5l.6 10a1 1 0 0 0 1 .95h6.3a1 1 0 0 0 1-.95l.6-10M8.5 8.75v4.5M11.5 8.75v4.5',
  mute: 'M6.6 4.1A4.75 4.75 0 0 1 14.75 7.5c0 1.4.2 2.4.5 3.2M14 13.6H3.65c0-1.2 1.6-2.2 1.6-6.1M8.1 16.25a2 2 0 0 0 3.8 0M3 3l14 14',
  close: 'm5.25 5.25 9.5 9.5M14.75 5.25l-9.5 9.5',
  back: 'M12 4.75 6.75 10 12 15.25',
  forward: 'm8 4.75 5.25 5.25L8 15.25',
  inbox: 'M3 11.25 5.25 4h9.5L17 11.25v4.5H3v-4.5Zm0 0h4.25c.3 1.4 1.4 2.25 2.75 2.25s2.45-.85 2.75-2.25H17',
  warning: 'M10 3.5 17.25 16H2.75L10 3.5ZM10 8.5v3.25M10 13.75h.01',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 9.25v4.25M10 6.5h.01',
  error: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM7.75 7.75l4.5 4.5M12.25 7.75l-4.5 4.5',
  success: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM6.9 10.25l2.2 2.25 4-4.75',
  up: 'M10 16V4.25M5 9l5-5 5 5',
  question: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM8 8.1a2 2 0 1 1 3 1.75c-.65.4-1 .8-1 1.5M10 13.75h.01',
} as const

export type IconName = keyof typeof drawings

/** A drawing in the color of the text around it; nothing to a screen reader. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={cx('nc-icon', `nc-icon-${name}`, className)}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
