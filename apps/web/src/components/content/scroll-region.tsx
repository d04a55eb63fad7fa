import type { ReactNode } from 'react'

type Props = { label: string; className: string | undefined; children: ReactNode }

/** Content that scrolls automatically; the keyboard reaches it, and screen readers know it by its label. */
export const ScrollRegion = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the arrow keys cannot scroll it
  <section className={className} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
