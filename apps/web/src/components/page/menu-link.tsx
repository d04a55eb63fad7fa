import { Tooltip, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, memo, type ReactNode } from 'react'
import classes from './menu-link.module.css'

/** Whether the menu is a rail of icons, and what to call when an entry is chosen. */
export type MenuLook = { rail: boolean; onNavigate: () => void }

type Props = MenuLook & {
  to: string
  /** URL parameters. */
  search?: Record<string, string>
  icon: ComponentType<{ size?: number; stroke?: number }>
  label: string
  active: boolean
  /** The count; in the rail it is shown at the corner of the icon. */
  count?: ReactNode
  /** A part of the entry above it. */
  part?: boolean
}

/** One entry of the side menu. In the rail it is an icon with its name as a tooltip. Memoized: counts change often. */
export const MenuLink = memo(
  ({ to, search, icon: Icon, label, active, count, part = false, rail, onNavigate }: Props) => (
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
  ),
)

/** The parts of the entry above. */
export const MenuParts = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <div role="group" aria-label={label} className={classes.parts}>
    {children}
  </div>
)
