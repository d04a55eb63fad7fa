import { Tooltip, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import classes from './menu-link.module.css'

/** How the menu is drawn, whole or as a rail of icons, and what to call when something of it is chosen. */
export type MenuLook = { rail: boolean; onNavigate: () => void }

type Props = MenuLook & {
  to: string
  /** Parameters of the address. */
  search?: Record<string, string>
  icon: ComponentType<{ size?: number; stroke?: number }>
  label: string
  active: boolean
  /** How many there are; in the rail it stands at the corner of the icon. */
  count?: ReactNode
  /** A part of the entry above it. */
  part?: boolean
}

/** One line of the side menu. In the rail it is an icon, whose words are its tooltip. */
export const MenuLink = ({ to, search, icon: Icon, label, active, count, part = false, rail, onNavigate }: Props) => (
  <Tooltip label={label} position="right" disabled={!rail}>
    <Link
      to={to}
      {...(search && { search })}
      className={classes.link}
      data-active={active || undefined}
      data-part={part || undefined}
      data-rail={rail || undefined}
      aria-current={active ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon size={part ? 18 : 20} stroke={1.7} />
      {rail ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={classes.label}>{label}</span>}
      {count ? <span className={classes.count}>{count}</span> : null}
    </Link>
  </Tooltip>
)

/** What the entry above consists of. */
export const MenuParts = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <div role="group" aria-label={label} className={classes.parts}>
    {children}
  </div>
)
